// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { linearTimeAxis } from "@/lib/trace/time/time-axis";
import { timeWindowOf } from "@/lib/trace/time/time-window";
import { foldedRows, NO_FOLDS, unfoldedRows } from "@/lib/trace/tree/folds";
import { layOut } from "@/test/setup/browser-layout";
import { TraceTree } from "./trace-tree";

const axis = linearTimeAxis(3);
const view = { axis, window: timeWindowOf(axis, null), isZoomed: false, show: vi.fn(), showAll: vi.fn() };

layOut({ inside: { width: 1200, height: 600 } });

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

function shown(selectedRow: number) {
  const skeleton = makeSkeleton([{ id: "a" }, { id: "b", parent: "a" }, { id: "c", parent: "b" }]);
  const folded = foldedRows(skeleton, NO_FOLDS, new Map([[1, true]]));
  const drawn = { skeleton, folded, visible: unfoldedRows(skeleton, folded), untilMs: 3 };
  const [onSelect, onFold] = [vi.fn(), vi.fn()];
  render(
    <TraceTree
      drawn={drawn}
      view={view}
      selectedRow={selectedRow}
      matches={null}
      onSelect={onSelect}
      onFold={onFold}
    />,
  );
  return { onSelect, onFold };
}

describe("the tree", () => {
  it("marks the calls on the critical path", () => {
    const skeleton = makeSkeleton([{ id: "a" }, { id: "b", parent: "a" }, { id: "c", parent: "a" }]);
    const folded = foldedRows(skeleton, NO_FOLDS, new Map());
    const critical = Uint8Array.from([1, 0, 1]);
    const drawn = { skeleton, folded, visible: unfoldedRows(skeleton, folded), untilMs: 3, critical };
    render(<TraceTree drawn={drawn} view={view} selectedRow={0} matches={null} onSelect={vi.fn()} onFold={vi.fn()} />);
    const marks = screen.getAllByRole("row").map((row) => row.textContent?.includes("on the critical path"));
    expect(marks).toEqual([true, false, true]);
  });

  it("shows tokens and cost of each call with those below it once a user chose the columns", () => {
    window.localStorage.setItem("heddle-tree-columns", "tokens cost");
    const usage = (tokensIn: number, tokensOut: number, costUsd: number) => [
      { model: "m", requests: 1, tokensIn, tokensOut, costUsd },
    ];
    const skeleton = makeSkeleton([
      { id: "run" },
      { id: "chat", parent: "run", usage: usage(1200, 300, 0.01) },
      { id: "again", parent: "run", usage: usage(1000, 500, 0.02) },
      { id: "tool", parent: "run" },
    ]);
    const folded = foldedRows(skeleton, NO_FOLDS, new Map());
    const drawn = { skeleton, folded, visible: unfoldedRows(skeleton, folded), untilMs: 4 };
    render(<TraceTree drawn={drawn} view={view} selectedRow={0} matches={null} onSelect={vi.fn()} onFold={vi.fn()} />);
    const cells = screen
      .getAllByRole("row")
      .map((row) => [...row.querySelectorAll("td")].slice(2, 4).map((cell) => cell.textContent));
    expect(cells).toEqual([
      ["3.0k", "$0.0300"],
      ["1.5k", "$0.0100"],
      ["1.5k", "$0.0200"],
      ["", ""],
    ]);
    expect(screen.getByTitle("2,200 in, 800 out").textContent).toBe("3.0k");
  });

  it("marks a request that another call reports too, and leads to the call that counts", () => {
    const report = (source: string) => ({ isRequest: true, source, response: "r", answer: "a" });
    const usage = (tokensIn: number) => [{ model: "m", requests: 1, tokensIn, tokensOut: 20, costUsd: null }];
    const skeleton = makeSkeleton([
      { id: "run" },
      { id: "sdk", parent: "run", usage: usage(200), report: report("sdk") },
      { id: "client", parent: "run", usage: usage(1200), report: report("client") },
    ]);
    const folded = foldedRows(skeleton, NO_FOLDS, new Map());
    const drawn = { skeleton, folded, visible: unfoldedRows(skeleton, folded), untilMs: 3 };
    const onSelect = vi.fn();
    render(<TraceTree drawn={drawn} view={view} selectedRow={0} matches={null} onSelect={onSelect} onFold={vi.fn()} />);
    const marked = screen.getAllByRole("row").map((row) => row.textContent?.includes("reported twice"));
    expect(marked).toEqual([false, true, false]);
    fireEvent.click(screen.getByRole("button", { name: "reported twice, counts at client" }));
    expect(onSelect.mock.calls).toEqual([[2]]);
  });

  it("labels its rows, their levels and which are collapsed", () => {
    shown(1);
    const rows = screen.getAllByRole("row");
    expect(rows.map((row) => [row.getAttribute("aria-level"), row.getAttribute("aria-expanded")])).toEqual([
      ["1", "true"],
      ["2", "false"],
    ]);
    expect(rows[1]?.getAttribute("aria-selected")).toBe("true");
    expect(rows[1]?.textContent).toContain("1 call");
  });

  it("reports which call is clicked, and which is to be expanded or collapsed", () => {
    const { onSelect, onFold } = shown(0);
    fireEvent.click(screen.getByRole("button", { name: "b" }));
    expect(onSelect).toHaveBeenCalledWith(1);
    fireEvent.click(screen.getByRole("button", { name: "Expand b" }));
    expect(onFold).toHaveBeenLastCalledWith(1, false);
    fireEvent.click(screen.getByRole("button", { name: "Collapse a" }));
    expect(onFold).toHaveBeenLastCalledWith(0, true);
  });
});
