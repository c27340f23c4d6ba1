// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { idOf } from "@/lib/trace/skeleton/trace-skeleton";
import { type FoldRule, foldRuleText, NO_FOLDS } from "@/lib/trace/tree/folds";
import { useFolds } from "./use-folds";

afterEach(cleanup);

const calls = [
  { id: "root" },
  { id: "turn-1", parent: "root" },
  { id: "tool-1", parent: "turn-1" },
  { id: "turn-2", parent: "root" },
  { id: "tool-2", parent: "turn-2" },
] as const;
const trace = makeSkeleton(calls);

function opened(rule: FoldRule, selectedRow: number) {
  const hook = renderHook(
    (now: { rule: FoldRule; selectedRow: number; skeleton: typeof trace }) =>
      useFolds(now.skeleton, now.rule, foldRuleText(now.rule), now.selectedRow),
    { initialProps: { rule, selectedRow, skeleton: trace } },
  );
  const shown = () => [...hook.result.current.visible.rows].map((row) => idOf(trace, row));
  return { ...hook, shown };
}

describe("the folds of a page", () => {
  it("expand the ancestors of a call that the address selects", () => {
    expect(opened({ kind: "depth", depth: 0 }, 4).shown()).toEqual(["root", "turn-1", "turn-2", "tool-2"]);
  });

  it("stay unchanged when a visible call is selected", () => {
    const page = opened(NO_FOLDS, 0);
    act(() => page.result.current.fold(1, true));
    page.rerender({ rule: NO_FOLDS, selectedRow: 3, skeleton: trace });
    expect(page.shown()).toEqual(["root", "turn-1", "turn-2", "tool-2"]);
  });

  it("hide the selection when asked to", () => {
    const page = opened(NO_FOLDS, 2);
    act(() => page.result.current.fold(0, true));
    expect(page.shown()).toEqual(["root"]);
  });

  it("drop manual folds under a new rule", () => {
    const page = opened(NO_FOLDS, 0);
    act(() => page.result.current.fold(1, true));
    page.rerender({ rule: { kind: "depth", depth: 2 }, selectedRow: 0, skeleton: trace });
    expect(page.shown()).toHaveLength(5);
  });

  it("follow their calls while the trace grows", () => {
    const page = opened(NO_FOLDS, 0);
    act(() => page.result.current.fold(3, true));
    const grown = makeSkeleton([...calls, { id: "turn-0", parent: "root", startMs: -1 }]);
    page.rerender({ rule: NO_FOLDS, selectedRow: 0, skeleton: grown });
    expect([...page.result.current.visible.rows].map((row) => idOf(grown, row))).not.toContain("tool-2");
  });
});
