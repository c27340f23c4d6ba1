import { expect, it } from "vitest";
import { makeTrace } from "@/lib/trace/skeleton/testing/make-trace";
import { idOf } from "@/lib/trace/skeleton/trace-skeleton";
import { foldedRows, isLastSibling, NO_FOLDS, unfoldedRows } from "./folds";
import { withoutCalls } from "./shown-rows";

it("omits hidden calls, and draws the sibling before them as the last", () => {
  const skeleton = makeTrace([
    ["root", "", 0, 9],
    ["a", "root", 1, 2],
    ["b", "root", 3, 4],
    ["c", "b", 3, 4],
  ]);
  const visible = unfoldedRows(skeleton, foldedRows(skeleton, NO_FOLDS, new Map()));
  const shown = withoutCalls(skeleton, visible, new Set(["b", "c", "of another trace"]));
  expect([...shown.rows].map((row) => idOf(skeleton, row))).toEqual(["root", "a"]);
  expect([0, 1].map((at) => isLastSibling(skeleton, shown, at))).toEqual([true, true]);
  expect(isLastSibling(skeleton, visible, 1)).toBe(false);
  expect(withoutCalls(skeleton, visible, new Set(["of another trace"]))).toBe(visible);
});
