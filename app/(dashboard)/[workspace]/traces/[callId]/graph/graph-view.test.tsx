// @vitest-environment jsdom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { idOf, rowOfId, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { layOut } from "@/test/setup/browser-layout";
import { cleanPage, press, renderElementOnPage } from "@/test/setup/render-on-page";
import { GraphView } from "./graph-view";
import { layOutInWorker } from "./lay-out-in-worker";
import type { GraphForm } from "./trace-graph";

vi.mock("./lay-out-in-worker", async () => {
  const { layOutGraph } = await import("./lay-out-graph");
  return { layOutInWorker: vi.fn(async (sizes: Parameters<typeof layOutGraph>[0]) => layOutGraph(sizes)) };
});

layOut({ inside: { width: 900, height: 600 }, drawn: { width: 900, height: 600 } });
afterEach(cleanPage);

const skeleton = makeSkeleton([
  { id: "run", kind: "agent", startMs: 0, endMs: 100 },
  { id: "chat 1", op: "chat", kind: "llm", parent: "run", startMs: 0, endMs: 10 },
  { id: "find 1", op: "find", kind: "tool", parent: "run", startMs: 10, endMs: 20 },
  { id: "chat 2", op: "chat", kind: "llm", parent: "run", startMs: 20, endMs: 30 },
  { id: "find 2", op: "find", kind: "tool", parent: "run", startMs: 30, endMs: 35, status: "error", note: "No seat" },
  { id: "chat 3", op: "chat", kind: "llm", parent: "run", startMs: 35, endMs: 40 },
]);

type Shown = { skeleton?: TraceSkeleton; form?: GraphForm; selected?: string; matches?: Int32Array | null };

function open({ skeleton: of = skeleton, form = "steps", selected = "run", matches = null }: Shown = {}) {
  const chosen: string[] = [];
  function Page() {
    const [row, setRow] = useState(rowOfId(of, selected));
    return (
      <GraphView
        skeleton={of}
        untilMs={100}
        form={form}
        hidden={NONE}
        matches={matches}
        selectedRow={row}
        onSelect={(next) => {
          chosen.push(idOf(of, next));
          setRow(next);
        }}
      />
    );
  }
  renderElementOnPage(<Page />);
  return chosen;
}

const NONE: ReadonlySet<string> = new Set();
const step = (name: RegExp) => screen.findByRole("button", { name });
const bar = () => within(screen.getByRole("group", { name: /^Calls of (?!the trace)/ }));

it("names each step with its counters and where its calls led, and marks the one of the selected call", async () => {
  open({ selected: "find 1" });
  const find = await step(/^find, tool/);
  expect(find.getAttribute("aria-label")).toBe("find, tool, 2 calls, 1 error, 15 ms; leads back to chat 2 times");
  expect(find.getAttribute("aria-current")).toBe("true");
  expect((await step(/^chat, LLM, 3 calls/)).getAttribute("aria-current")).toBe("false");
  expect(screen.getByText("3 steps, 6 calls")).toBeDefined();
});

it("selects the first call of a pressed step, and goes through its calls and those that failed", async () => {
  const chosen = open();
  fireEvent.click(await step(/^chat,/));
  expect(bar().getByRole("status").textContent).toBe("call 1 of 3");
  fireEvent.click(bar().getByRole("button", { name: "Next call of this step" }));
  press(".", ".", ",");
  expect(chosen).toEqual(["chat 1", "chat 2", "chat 3", "chat 2"]);
  fireEvent.click(await step(/^find,/));
  fireEvent.click(bar().getByRole("button", { name: "1 error" }));
  expect(chosen.slice(4)).toEqual(["find 1", "find 2"]);
});

it("keeps the selected call when its own step is pressed", async () => {
  const chosen = open({ selected: "chat 2" });
  fireEvent.click(await step(/^chat,/));
  expect(chosen).toEqual([]);
});

it("moves the focus by arrows from the selected step, and only that step is reached by Tab", async () => {
  open();
  const [run, chat, find] = [await step(/^run,/), await step(/^chat,/), await step(/^find,/)];
  act(() => press("ArrowDown", "ArrowDown"));
  expect(document.activeElement).toBe(find);
  expect([run, chat, find].map((node) => node.tabIndex)).toEqual([-1, -1, 0]);
  act(() => press("ArrowUp"));
  expect(document.activeElement).toBe(chat);
});

it("draws each call as a node in order, without the bar of a step", async () => {
  const chosen = open({ form: "calls", selected: "chat 2" });
  expect((await step(/^find 2,/)).getAttribute("aria-label")).toBe("find 2, tool, failed, 5 ms; then chat 3");
  expect((await step(/^chat 2,/)).getAttribute("aria-current")).toBe("true");
  expect(screen.queryByRole("group", { name: "Calls of chat 2" })).toBeNull();
  press(".");
  expect(chosen).toEqual(["chat 3"]);
});

it("draws a part of many calls, and leads to the others", async () => {
  const many = makeSkeleton(Array.from({ length: 250 }, (_, index) => ({ id: `c${index}` })));
  const chosen = open({ skeleton: many, form: "calls", selected: "c120" });
  expect(await screen.findByText(/Calls 101 to 200 of 250/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Later calls" }));
  expect(await screen.findByText(/Calls 201 to 250 of 250/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Later calls" }).disabled).toBe(true);
  expect(chosen).toEqual(["c200"]);
});

it("says what is not drawn of a trace with many steps", async () => {
  const many = makeSkeleton(
    Array.from({ length: 100 }, (_, index) => ({ id: `c${index}`, parent: index === 0 ? "" : "c0" })),
  );
  open({ skeleton: many, selected: "c0" });
  expect(await screen.findByText(/The first 80 of 100 steps are drawn/)).toBeDefined();
});

it("marks the steps with a call that the search found", async () => {
  open({ matches: Int32Array.of(rowOfId(skeleton, "find 2")) });
  expect((await step(/^find,/)).className).toContain("bg-warn-tint");
  expect((await step(/^chat,/)).className).not.toContain("bg-warn-tint");
});

it("says why it cannot be drawn, and draws it on the next attempt", async () => {
  vi.mocked(layOutInWorker).mockRejectedValueOnce(new Error("The graph is too large for this browser."));
  open();
  expect((await screen.findByRole("alert")).textContent).toContain("The graph is too large for this browser.");
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await step(/^run,/)).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});
