// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { rowOfId } from "@/lib/trace/skeleton/trace-skeleton";
import { logRows } from "@/lib/trace/tree/log-rows";
import { layOut } from "@/test/setup/browser-layout";
import { registerMarks } from "@/test/setup/found-marks";
import { answerRequests, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { TraceLog } from "./trace-log";

layOut({ inside: { width: 1200, height: 348 } });
const marked = registerMarks();
afterEach(cleanPage);

const skeleton = makeSkeleton([
  { id: "root", startMs: 0, endMs: 5000 },
  { id: "slow", parent: "root", startMs: 100, endMs: 4000 },
  { id: "failing", parent: "slow", startMs: 1500, endMs: 1600, status: "error", note: "TimeoutError: no answer" },
  { id: "early", parent: "root", startMs: 200, endMs: 300, kind: "llm" },
]);

const preview = (id: string) => ({
  id,
  inputs: JSON.stringify({ question: `Where is ${id}?` }),
  inputs_length: 10,
  output: '"Here."',
  output_length: 7,
});

function open(searchText = "") {
  const sent = answerRequests({
    "calls.streamQuery": () => lines([]),
    "calls.preview": ({ body }) => json({ previews: body.call_ids.map(preview) }),
  });
  const onSelect = vi.fn();
  renderElementOnPage(
    <TraceLog
      workspace={testWorkspace}
      skeleton={skeleton}
      untilMs={5000}
      rows={logRows(skeleton, null, new Set())}
      searchText={searchText}
      selectedRow={rowOfId(skeleton, "early")}
      onSelect={onSelect}
    />,
  );
  const rows = () =>
    within(screen.getByRole("grid", { name: "Log of this trace" }))
      .getAllByRole("row")
      .slice(1);
  return { sent, onSelect, rows };
}

it("lists calls by start with what went in and out, and the error of a failed one in place of its output", async () => {
  const { sent, rows } = open();
  expect(await screen.findByText(/Where is early/)).toBeDefined();
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringContaining("root"),
    expect.stringContaining("slow"),
    expect.stringContaining("early"),
    expect.stringContaining("failing"),
  ]);
  expect(rows()[3]?.textContent).toContain("1.50s");
  expect(rows()[3]?.textContent).toContain("TimeoutError: no answer");
  expect(rows()[3]?.textContent).not.toContain("Here.");
  expect(rows()[2]?.getAttribute("aria-selected")).toBe("true");
  expect(sent.filter(({ operation }) => operation === "calls.preview")).toHaveLength(1);
});

it("selects the pressed call, by its place in the tree", () => {
  const { onSelect, rows } = open();
  fireEvent.click(rows()[3] ?? document.body);
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(rowOfId(skeleton, "failing"));
});

it("marks the searched text in its rows", async () => {
  open("early");
  await waitFor(() => expect(marked()).toEqual(["early", "early"]));
});

it("marks nothing in the heads of its columns", async () => {
  open("output");
  expect(await screen.findByText(/Where is early/)).toBeDefined();
  expect(marked()).toEqual([]);
});

it("takes the focus, so that keys can scroll it: nothing in its rows does", () => {
  open();
  expect(screen.getByRole("grid", { name: "Log of this trace" }).tabIndex).toBe(0);
});
