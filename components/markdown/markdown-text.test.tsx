// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";
import * as parser from "@/lib/markdown/markdown-parser";
import { MarkdownText } from "./markdown-text";

vi.mock("@/lib/markdown/markdown-parser", { spy: true });

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

type Shown = { isRunning?: boolean; isWhole?: boolean; isDocument?: boolean };

function page(text: string, { isRunning = false, isWhole = false, isDocument = false }: Shown = {}) {
  return (
    <ToastProvider>
      <TooltipProvider>
        <MarkdownText
          text={text}
          isRunning={isRunning}
          isWhole={isWhole}
          isDocument={isDocument}
          className="text-read"
        />
      </TooltipProvider>
    </ToastProvider>
  );
}

const show = (text: string, shown: Shown = {}) => render(page(text, shown)).container;

describe("a document as Markdown", () => {
  it("joins the lines of a paragraph, keeps breaks that are meant, and has headings by level", () => {
    const container = show("# Operate\n\nOne line\nand its end.\n\nA break  \nthat is meant.\n\n## Back up", {
      isDocument: true,
    });
    expect(screen.getByText("One line and its end.")).toBeTruthy();
    expect(container.querySelectorAll("br")).toHaveLength(1);
    expect(screen.getByRole("heading", { name: "Operate", level: 2 })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Back up", level: 3 })).toBeTruthy();
  });
});

describe("a message as Markdown", () => {
  it("shows headings, emphasis, quotes and the lines of a paragraph", () => {
    const container = show("# Refund\n\nThe **fare** is *low*, ~~high~~\nand `final`.\n\n> Policy, line 48");
    expect(screen.getByRole("heading", { name: "Refund", level: 2 })).toBeTruthy();
    expect(container.querySelector("strong")?.textContent).toBe("fare");
    expect(container.querySelector("em")?.textContent).toBe("low");
    expect(container.querySelector("del")?.textContent).toBe("high");
    expect(container.querySelectorAll("p br")).toHaveLength(1);
    expect(container.querySelector("blockquote")?.textContent).toBe("Policy, line 48");
  });

  it("shows lists from their number, lists in them, and tasks with their state", () => {
    show("3. three\n4. four\n   - inside\n\n- [x] booked\n- [ ] paid");
    const [ordered, inner, tasks] = screen.getAllByRole("list");
    expect(ordered?.getAttribute("start")).toBe("3");
    expect(inner?.textContent).toBe("inside");
    const items = within(tasks as HTMLElement).getAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent)).toEqual(["booked", "paid"]);
    expect(screen.getByRole("img", { name: "done" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "not done" })).toBeTruthy();
  });

  it("shows tables with numbers on the right, in a frame of their own that scrolls by keys", () => {
    show("| Flight | Fare |\n| --- | ---: |\n| HAT083 | $535.00 |");
    const frame = screen.getByRole("group", { name: "Table" });
    expect(frame.tabIndex).toBe(0);
    expect(within(frame).getByRole("columnheader", { name: "Fare" }).className).toContain("text-right");
    expect(within(frame).getByRole("cell", { name: "$535.00" }).className).toContain("text-right");
    expect(within(frame).getByRole("cell", { name: "HAT083" }).className).toContain("text-left");
  });

  it("keeps room for some words in the cells of a table that have many, also in marked text", () => {
    show("| A | B |\n| --- | --- |\n| Airbus A321, **two aisles in front** | Boeing |");
    expect(screen.getByRole("cell", { name: "Airbus A321, two aisles in front" }).className).toContain("min-w-");
    expect(screen.getByRole("cell", { name: "Boeing" }).className).not.toContain("min-w-");
  });

  it("shows code with its language, its length and its colors", async () => {
    show('```py\ndef refund():\n    return "42"\n```');
    const code = screen.getByRole("group", { name: "Code, py" });
    expect(code.textContent).toContain("2 lines");
    const keyword = await within(code).findByText("def");
    expect(keyword.className).toContain("text-code-bool");
    expect(within(code).getByText('"42"').className).toContain("text-code-string");
    expect(code.querySelector("pre")?.textContent).toBe('def refund():\n    return "42"');
    await userEvent.click(screen.getByRole("button", { name: "Wrap lines" }));
    expect(screen.getByRole("button", { name: "Wrap lines" }).getAttribute("aria-pressed")).toBe("true");
  });

  it("leaves code plain in a language that has no colors", () => {
    show("```__proto__\nx = 1\n```\n\n```constructor\ny\n```");
    expect(screen.getByRole("group", { name: "Code, __proto__" }).textContent).toContain("x = 1");
    expect(screen.getByRole("group", { name: "Code, constructor" }).textContent).toContain("y");
  });

  it("folds long code and opens it", async () => {
    show(`\`\`\`\n${Array.from({ length: 60 }, (_, index) => `line ${index}.`).join("\n")}\n\`\`\``);
    expect(screen.queryByText(/line 59\./)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "20 more lines" }));
    expect(screen.getByText(/line 59\./)).toBeTruthy();
  });

  it("makes links of web and mail addresses, and asks before a page opens", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    show("[the search](https://example.com/a?b=c) and https://example.org/x. Not main.rs. <mailto:a@b.example>");
    const [search, bare, mail] = screen.getAllByRole("link");
    expect(search?.getAttribute("href")).toBe("https://example.com/a?b=c");
    expect(search?.title).toBe("https://example.com/a?b=c");
    expect(bare?.getAttribute("href")).toBe("https://example.org/x");
    expect(mail?.getAttribute("href")).toBe("mailto:a@b.example");
    expect(screen.getAllByRole("link")).toHaveLength(3);
    await userEvent.click(search as HTMLElement);
    const dialog = await screen.findByRole("dialog", { name: "Open external link?" });
    expect(dialog.textContent).toContain("https://example.com/a?b=c");
    await userEvent.click(await within(dialog).findByRole("button", { name: "Cancel" }));
    expect(open).not.toHaveBeenCalled();
    await userEvent.click(search as HTMLElement);
    await userEvent.click(await screen.findByRole("button", { name: "Open link" }));
    expect(open).toHaveBeenCalledExactlyOnceWith("https://example.com/a?b=c", "_blank", "noopener,noreferrer");
  });
});

describe("a long message", () => {
  const paragraphs = Array.from({ length: 400 }, (_, index) => `Paragraph **${index}** ${"word ".repeat(20)}`);
  const text = paragraphs.join("\n\n");

  it("is cut after a block until more is wanted", async () => {
    const container = show(text);
    const count = () => container.querySelectorAll("p").length;
    expect(count()).toBeGreaterThan(10);
    expect(count()).toBeLessThan(60);
    const first = count();
    await userEvent.click(
      screen.getByRole("button", { name: `Show all ${text.length.toLocaleString("en-US")} characters` }),
    );
    expect(count()).toBeGreaterThan(first * 3);
    expect(count()).toBeLessThan(400);
    await userEvent.click(screen.getByRole("button", { name: /more characters$/ }));
    expect(count()).toBe(400);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is read only as far as it is shown", () => {
    show(text);
    const read = vi.mocked(parser.blockStarts).mock.calls.reduce((sum, [source]) => sum + source.length, 0);
    expect(read).toBeLessThan(text.length / 2);
  });
});

describe("a message that is being written", () => {
  it("reads and draws only its last block again", () => {
    const before = Array.from({ length: 200 }, (_, index) => `Paragraph ${index} with some **words** in it.`).join(
      "\n\n",
    );
    let text = `${before}\n\nThe la`;
    const { container, rerender } = render(page(text, { isRunning: true, isWhole: true }));
    const first = container.querySelector("p");
    vi.mocked(parser.blockStarts).mockClear();
    vi.mocked(parser.blockTokens).mockClear();
    for (const chunk of ["st", " paragraph", ".\n\n", "- one", "\n- two"]) {
      text += chunk;
      rerender(page(text, { isRunning: true, isWhole: true }));
    }
    expect(container.querySelector("p")).toBe(first);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["one", "two"]);
    const drawn = vi.mocked(parser.blockTokens).mock.calls.map(([source]) => source);
    expect(drawn.filter((source) => /Paragraph \d/.test(source))).toEqual([]);
    const read = vi.mocked(parser.blockStarts).mock.calls.map(([source]) => source.length);
    expect(Math.max(...read)).toBeLessThan(100);
  });

  it("shows open code as plain code, and colors it when it is complete", async () => {
    const open = "```python\ndef refund():\n    pass";
    const { container, rerender } = render(page(open, { isRunning: true, isWhole: true }));
    expect(container.querySelector("pre")?.textContent).toBe("def refund():\n    pass");
    expect(container.querySelector("pre span")).toBeNull();
    rerender(page(`${open}\n\`\`\``, { isRunning: false, isWhole: true }));
    expect((await screen.findByText("def")).className).toContain("text-code-bool");
  });

  it("begins again when another text takes its place", () => {
    const { container, rerender } = render(page("**one**\n\ntwo", { isRunning: true, isWhole: true }));
    rerender(page("*three*", { isRunning: true, isWhole: true }));
    expect(container.textContent).toBe("three");
  });
});
