// @vitest-environment jsdom
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useTimeView } from "@/components/trace/time/use-time-view";
import { useFolds } from "@/components/trace/tree/use-folds";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { idOf } from "@/lib/trace/skeleton/trace-skeleton";
import { NO_FOLDS } from "@/lib/trace/tree/folds";
import { cleanPage, press, renderOnPage } from "@/test/setup/render-on-page";
import type { TraceViewName } from "./search-params";
import { useTraceKeys } from "./use-trace-keys";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

beforeEach(() => push.mockReset());
afterEach(cleanPage);

const skeleton = makeSkeleton([
  { id: "root", endMs: 100 },
  { id: "turn-1", parent: "root", startMs: 10, endMs: 40 },
  { id: "tool-1", parent: "turn-1", op: "search", startMs: 15, endMs: 20 },
  { id: "turn-2", parent: "root", startMs: 50, endMs: 90 },
  { id: "tool-2", parent: "turn-2", op: "search", startMs: 60, endMs: 80 },
]);
const UNTIL_MS = 100;

type Opened = {
  selected?: string;
  viewName?: TraceViewName;
  zoom?: string;
  hasSearch?: boolean;
  hasArea?: boolean;
  rows?: Int32Array;
};

function open({
  selected = "root",
  viewName = "tree",
  zoom = "",
  hasSearch = false,
  hasArea = false,
  rows,
}: Opened = {}) {
  const calls = {
    onNextError: vi.fn(),
    onSearch: vi.fn(),
    onClearSearch: vi.fn(),
    onToggleArea: vi.fn(),
    onClearArea: vi.fn(),
  };
  const page = renderOnPage(
    () => {
      const ids = Array.from({ length: skeleton.count }, (_, row) => idOf(skeleton, row));
      const [selectedRow, onSelect] = useState(ids.indexOf(selected));
      const folds = useFolds(skeleton, NO_FOLDS, "", selectedRow);
      const view = useTimeView(skeleton, UNTIL_MS, false);
      useTraceKeys({
        skeleton,
        viewName,
        rows: rows ?? folds.visible.rows,
        folds,
        view,
        untilMs: UNTIL_MS,
        selectedRow,
        listHref: "/airline/traces?q=x",
        onSelect,
        onNextError: calls.onNextError,
        onSearch: calls.onSearch,
        onClearSearch: hasSearch ? calls.onClearSearch : null,
        onToggleArea: calls.onToggleArea,
        onClearArea: hasArea ? calls.onClearArea : null,
      });
      return { selected: ids[selectedRow] ?? null, view, rows: folds.visible.rows.length };
    },
    { props: {}, address: zoom === "" ? "" : `?zoom=${zoom}` },
  );
  const range = () => {
    const { from, to } = page.result.current.view.window;
    return [Math.round(from), Math.round(to)];
  };
  return { ...page, calls, range, selected: () => page.result.current.selected };
}

it("move through the log in its order, stop at both ends, and find the search", () => {
  const { selected, calls } = open({ viewName: "log", selected: "turn-2", rows: Int32Array.of(3, 0, 4) });
  press("ArrowUp");
  expect(selected()).toBe("turn-2");
  press("ArrowDown");
  expect(selected()).toBe("root");
  press("j", "j");
  expect(selected()).toBe("tool-2");
  press("/");
  expect(calls.onSearch).toHaveBeenCalledOnce();
});

describe("the keys of a trace as a tree", () => {
  it("move through the visible calls and stop at both ends", () => {
    const { selected } = open();
    press("ArrowUp");
    expect(selected()).toBe("root");
    press("ArrowDown", "j");
    expect(selected()).toBe("tool-1");
    press("k", "j", "j", "j", "j", "j");
    expect(selected()).toBe("tool-2");
  });

  it("fold a call, then go to its parent, and unfold it again", () => {
    const { selected, result } = open({ selected: "turn-1" });
    press("ArrowLeft");
    expect([selected(), result.current.rows]).toEqual(["turn-1", 4]);
    press("j");
    expect(selected()).toBe("turn-2");
    press("k", "ArrowRight", "j");
    expect([selected(), result.current.rows]).toEqual(["tool-1", 5]);
    press("ArrowLeft", "ArrowLeft", "ArrowLeft");
    expect([selected(), result.current.rows]).toEqual(["root", 4]);
    press("ArrowRight", "ArrowLeft", "ArrowLeft");
    expect([selected(), result.current.rows]).toEqual(["root", 1]);
  });

  it("go to the next and previous call of the same op, and stay where there is none", () => {
    const { selected } = open({ selected: "tool-1" });
    press(".");
    expect(selected()).toBe("tool-2");
    press(".", ",", ",");
    expect(selected()).toBe("tool-1");
  });

  it("select the first call when none is selected", () => {
    const { selected, result } = open({ selected: "unknown" });
    expect(selected()).toBeNull();
    press("f", "ArrowLeft");
    expect([selected(), result.current.view.isZoomed]).toEqual([null, false]);
    press("j");
    expect(selected()).toBe("root");
  });

  it("search and find errors", () => {
    const { calls } = open();
    press("/", "n");
    expect([calls.onSearch.mock.calls.length, calls.onNextError.mock.calls.length]).toEqual([1, 1]);
  });

  it("clear the search first and then leave for the list", () => {
    const searched = open({ hasSearch: true });
    press("Escape");
    expect([searched.calls.onClearSearch.mock.calls.length, push.mock.calls]).toEqual([1, []]);
    cleanPage();
    open();
    press("Escape");
    expect(push).toHaveBeenCalledWith("/airline/traces?q=x");
  });
});

describe("the keys of a trace as a timeline", () => {
  it("select a span of time, and clear it before the search", () => {
    const { calls } = open({ viewName: "timeline", hasSearch: true, hasArea: true });
    press("t");
    expect(calls.onToggleArea).toHaveBeenCalledOnce();
    press("Escape");
    expect([calls.onClearArea.mock.calls.length, calls.onClearSearch.mock.calls.length]).toEqual([1, 0]);
    cleanPage();
    const tree = open({ viewName: "tree", hasSearch: true, hasArea: true });
    press("t", "Escape");
    expect(tree.calls.onToggleArea).not.toHaveBeenCalled();
    expect([tree.calls.onClearArea.mock.calls.length, tree.calls.onClearSearch.mock.calls.length]).toEqual([0, 1]);
  });

  it("go to the first child and the parent", () => {
    const { selected } = open({ viewName: "timeline", selected: "turn-1" });
    press("ArrowDown");
    expect(selected()).toBe("tool-1");
    press("ArrowDown");
    expect(selected()).toBe("tool-1");
    press("ArrowUp", "ArrowUp");
    expect(selected()).toBe("root");
  });

  it("go to siblings and stop at the last", () => {
    const { selected } = open({ viewName: "flame", selected: "turn-1" });
    press("ArrowRight");
    expect(selected()).toBe("turn-2");
    press("ArrowRight", "ArrowLeft", "ArrowLeft");
    expect(selected()).toBe("turn-1");
  });
});

describe("the time keys of a trace", () => {
  it("zoom in around the selected call and out again", () => {
    const { range } = open({ selected: "tool-2" });
    press("w");
    expect(range()).toEqual([28, 88]);
    press("s", "s");
    expect(range()).toEqual([0, 100]);
  });

  it("zoom around the middle when no call is selected or it is out of view", () => {
    const { range } = open({ selected: "unknown" });
    press("w");
    expect(range()).toEqual([20, 80]);
  });

  it("pan, and show a call or everything", () => {
    const { range } = open({ selected: "turn-2" });
    press("f");
    expect(range()).toEqual([48, 92]);
    press("a");
    expect(range()).toEqual([40, 83]);
    press("d");
    expect(range()).toEqual([48, 92]);
    press("0");
    expect(range()).toEqual([0, 100]);
  });

  it("are off in a view without a time axis", () => {
    const { range, calls } = open({ viewName: "statistics", selected: "turn-1" });
    press("w", "f", "/");
    expect([range(), calls.onSearch.mock.calls.length]).toEqual([[0, 100], 0]);
  });
});
