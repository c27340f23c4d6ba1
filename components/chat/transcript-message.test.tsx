// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { FindWordsProvider } from "@/components/find/find-words";
import { MessageFormSwitch } from "@/components/markdown/message-form-switch";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { ChatMessage, ChatPart } from "@/lib/chat/chat-message";
import { TranscriptMessageView } from "./transcript-message";

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

function show(role: ChatMessage["role"], ...parts: readonly ChatPart[]): HTMLElement {
  const { container } = render(
    <ToastProvider>
      <TooltipProvider>
        <MessageFormSwitch />
        <ol>
          <TranscriptMessageView
            item={{ kind: "message", key: "0", message: { role, name: null, parts }, stitch: "none" }}
            names={new Map([["c1", "get_user"]])}
          />
        </ol>
      </TooltipProvider>
    </ToastProvider>,
  );
  return container;
}

const text = (words: string): ChatPart => ({ kind: "text", text: words });
const result = (value: unknown, isError = false, durationMs?: number): ChatPart => ({
  kind: "tool-result",
  requestId: "c1",
  name: null,
  value,
  isError,
  ...(durationMs === undefined ? {} : { durationMs }),
});

describe("a message", () => {
  it("is rendered, and shown as it was sent on a switch of its own", async () => {
    const container = show("assistant", text("The **fare** is `low`."));
    expect((await screen.findByText("fare")).tagName).toBe("STRONG");
    await userEvent.click(screen.getByRole("button", { name: "Raw", pressed: false }));
    await screen.findByText("`low`");
    expect(container.textContent).toContain("The **fare** is `low`.");
    await userEvent.click(screen.getByRole("button", { name: "Raw", pressed: true }));
    expect((await screen.findByText("fare")).tagName).toBe("STRONG");
  });

  it("follows the choice for all messages, which is remembered", async () => {
    const container = show("assistant", text("The **fare**"));
    await screen.findByText("fare");
    await userEvent.click(screen.getByRole("radio", { name: "Raw" }));
    expect(container.textContent).toContain("The **fare**");
    cleanup();
    expect(show("assistant", text("The **fare**")).textContent).toContain("The **fare**");
    expect(screen.getByRole("radio", { name: "Raw" }).getAttribute("aria-checked")).toBe("true");
  });

  it("has no switch when both forms look the same", () => {
    show("user", text("Where is my bag?"));
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("shows JSON in a text as a tree", () => {
    const container = show("assistant", text('{"seats": [14, 15], "cabin": "economy"}'));
    expect(container.textContent).not.toContain('{"seats": [14');
    expect(screen.getByRole("button", { name: "Raw" })).toBeTruthy();
  });

  it("folds a long raw text after twenty lines", async () => {
    window.localStorage.setItem("heddle-message-form", "raw");
    show("assistant", text(Array.from({ length: 30 }, (_, index) => `- line ${index}.`).join("\n")));
    await screen.findByText("line 19.");
    expect(screen.queryByText("line 20.")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "10 more lines" }));
    expect(screen.getByText("line 29.")).toBeTruthy();
  });
});

describe("a searched text", () => {
  const long = (end: string) => Array.from({ length: 60 }, (_, index) => `- line ${index}.`).join("\n") + end;

  const search = (words: string, ...parts: readonly ChatPart[]) =>
    render(
      <ToastProvider>
        <TooltipProvider>
          <FindWordsProvider words={words}>
            <TranscriptMessageView
              item={{ kind: "message", key: "0", message: { role: "assistant", name: null, parts }, stitch: "none" }}
              names={new Map()}
            />
          </FindWordsProvider>
        </TooltipProvider>
      </ToastProvider>,
    );

  it("opens the results, arguments and reasoning that have it, and no others", async () => {
    search(
      "seat 14c",
      result({ seats: [{ name: "Seat 14C" }], fare: 120 }),
      result({ seats: [{ name: "Seat 15A" }], fare: 90 }),
      { kind: "tool-request", id: "c2", name: "book", arguments: '{"wish": "seat 14C"}' },
      { kind: "reasoning", text: "Seat 14C is free." },
      { kind: "reasoning", text: "No other seat is." },
    );
    const opened = screen.getAllByRole("button", { expanded: true }).map((line) => line.textContent);
    expect(opened).toEqual(["result", expect.stringMatching(/bookarguments$/)]);
    expect(screen.getAllByRole("button", { expanded: false })).toHaveLength(1);
    expect([...document.querySelectorAll("details")].map(({ open }) => open)).toEqual([true, false]);
    await userEvent.click(screen.getByRole("button", { expanded: true, name: /^result/ }));
    expect(screen.getAllByRole("button", { expanded: false })).toHaveLength(2);
  });

  it("is shown where a long text, its raw form and its code are cut before it", async () => {
    search("last words", text(long(`\n\n${"More **text** of it. ".repeat(400)}The last words.`)));
    expect(await screen.findByText(/The last words\./)).toBeTruthy();
    cleanup();
    search("last words", text(`\`\`\`text\n${long("\nlast words")}\n\`\`\``));
    expect(await screen.findByText(/last words/)).toBeTruthy();
    cleanup();
    window.localStorage.setItem("heddle-message-form", "raw");
    search("last words", text(long("\n**last words**")));
    expect(await screen.findByText(/last words/)).toBeTruthy();
    cleanup();
    search("no such words", text(long("\n**last words**")));
    await screen.findByText("line 19.");
    expect(screen.queryByText(/last words/)).toBeNull();
  });
});

describe("a tool", () => {
  it("is asked in one line until it is opened", async () => {
    show("assistant", {
      kind: "tool-request",
      id: "c1",
      name: "get_user",
      arguments: '{"id": "amir", "deep": {"a": 1}}',
    });
    const group = screen.getByRole("group", { name: "get_user" });
    const line = within(group).getByRole("button", { expanded: false });
    expect(line.textContent).toContain('{ id: "amir", deep: {1} }');
    await userEvent.click(line);
    expect(line.getAttribute("aria-expanded")).toBe("true");
    expect(group.textContent).toContain("c1");
    expect(line.textContent).not.toContain("amir");
  });

  it("answers in one line with how long it took", async () => {
    show("tool", result({ payment_methods: [1, 2], name: "Amir" }, false, 204));
    const group = screen.getByRole("group", { name: "Result of get_user" });
    expect(group.textContent).toContain('{ payment_methods: [2], name: "Amir" }');
    expect(group.textContent).toContain("204 ms");
  });

  it("needs no click for a short text, and shows a long one to its end on request", async () => {
    show("tool", result("Two seats left"));
    expect(screen.getByText("Two seats left")).toBeTruthy();
    expect(screen.queryByRole("button", { expanded: false })).toBeNull();
    cleanup();
    show("tool", result(`first line\n${"x ".repeat(200)}\nlast line`));
    expect(screen.queryByText(/last line/)).toBeNull();
    await userEvent.click(screen.getByRole("button", { expanded: false }));
    expect(screen.getByText(/last line/)).toBeTruthy();
  });

  it("shows a failure and an edit at once", () => {
    expect(show("tool", result("TimeoutError: 30 s", true)).textContent).toContain("TimeoutError: 30 s");
    cleanup();
    const sent = { file_path: "/a.ts", old_string: "return 1", new_string: "return 2" };
    show("assistant", { kind: "tool-request", id: null, name: "Edit", arguments: sent });
    expect(screen.queryByRole("button", { expanded: false })).toBeNull();
  });

  it("says that it was asked without arguments", () => {
    show("assistant", { kind: "tool-request", id: null, name: "now", arguments: "{}" });
    expect(screen.getByText("no arguments")).toBeTruthy();
  });
});
