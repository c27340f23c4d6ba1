// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useStableRows } from "@/components/trace/tree/use-stable-rows";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { foldedRows, NO_FOLDS, unfoldedRows } from "@/lib/trace/tree/folds";

afterEach(cleanup);

const skeleton = makeSkeleton([
  { id: "root" },
  { id: "first", parent: "root" },
  { id: "below-first", parent: "first" },
  { id: "second", parent: "root" },
]);

const drawnWith = (byHand: ReadonlyMap<number, boolean>) => {
  const folded = foldedRows(skeleton, NO_FOLDS, byHand);
  return { skeleton, folded, visible: unfoldedRows(skeleton, folded), untilMs: 10 };
};

it("keeps rows that a fold does not change, and recreates those that look different", () => {
  const { result, rerender } = renderHook(({ byHand }) => useStableRows(drawnWith(byHand), 0, 4 - byHand.size), {
    initialProps: { byHand: new Map<number, boolean>() },
  });
  const [root, first, , second] = result.current;
  rerender({ byHand: new Map([[1, true]]) });
  expect(result.current.map(({ id }) => id)).toEqual(["root", "first", "second"]);
  expect(result.current[0]).toBe(root);
  expect(result.current[1]).not.toBe(first);
  expect(result.current[1]).toMatchObject({ isFolded: true });
  expect(result.current[2]).toBe(second);
});
