import { describe, expect, it } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { foldedRows, NO_FOLDS, unfoldedRows } from "./folds";
import { MAX_GUIDES, treeRow } from "./tree-rows";

type Calls = Parameters<typeof makeSkeleton>[0];

function rowsOf(calls: Calls, byHand: ReadonlyMap<number, boolean> = new Map(), untilMs = 0) {
  const skeleton = makeSkeleton(calls);
  const folded = foldedRows(skeleton, NO_FOLDS, byHand);
  const visible = unfoldedRows(skeleton, folded);
  return Array.from(visible.rows, (_, position) => treeRow({ skeleton, visible, folded, untilMs }, position));
}

describe("rows of the tree", () => {
  it("have a guide line on each level that continues below them", () => {
    const calls = [{ id: "a" }, { id: "b", parent: "a" }, { id: "c", parent: "b" }, { id: "d", parent: "a" }];
    expect(rowsOf(calls).map(({ guides, isLast }) => [guides, isLast])).toEqual([
      [[], true],
      [[true], false],
      [[true, false], true],
      [[false], true],
    ]);
  });

  it("stop indenting at some depth, and still know their level", () => {
    const deep = Array.from({ length: 200 }, (_, at) => ({
      id: `c${at}`,
      ...(at === 0 ? {} : { parent: `c${at - 1}` }),
    }));
    const last = rowsOf(deep).at(-1);
    expect([last?.depth, last?.guides.length]).toEqual([199, MAX_GUIDES]);
  });

  it("count the calls and errors that a fold hides", () => {
    const calls = [{ id: "a" }, { id: "b", parent: "a" }, { id: "c", parent: "b", status: "error" as const }];
    const [, folded] = rowsOf(calls, new Map([[1, true]]));
    expect([folded?.isFolded, folded?.countBelow, folded?.errorsBelow]).toEqual([true, 1, 1]);
  });

  it("say which of two reports of one request does not count, and which counts in its place", () => {
    const report = (source: string) => ({ isRequest: true, source, response: "r", answer: "a" });
    const usage = [{ model: "m", requests: 1, tokensIn: 10, tokensOut: 2, costUsd: null }];
    const calls = [
      { id: "a", endMs: 9 },
      { id: "b", parent: "a", endMs: 9, usage, report: report("y") },
      { id: "c", parent: "a", endMs: 9, usage, report: report("x") },
    ];
    const counted = rowsOf(calls).map(({ countedRow, countedName }) => [countedRow, countedName]);
    expect(counted).toEqual([
      [-1, ""],
      [2, "c"],
      [-1, ""],
    ]);
  });

  it("report a problem with a parent", () => {
    const calls = [{ id: "a", parent: "gone" }, { id: "b", parent: "b" }, { id: "c" }];
    expect(rowsOf(calls).map(({ parentProblem: parentFault }) => parentFault)).toEqual(["missing", "ring", null]);
  });

  it("extend to the present while a call runs, with an open end", () => {
    const [row] = rowsOf([{ id: "a", endMs: Number.NaN, status: "running" }], new Map(), 500);
    expect([row?.endMs, row?.durationMs, row?.isOpen]).toEqual([500, 500, true]);
  });

  it("have no length without a recorded end", () => {
    const [row] = rowsOf([{ id: "a", endMs: Number.NaN, status: "unknown" }], new Map(), 500);
    expect([row?.endMs, row?.durationMs, row?.isOpen]).toEqual([0, null, false]);
  });
});
