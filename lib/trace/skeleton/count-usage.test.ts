import { describe, expect, it } from "vitest";
import { countUsage, sumOfKnown } from "./count-usage";
import type { SkeletonCall } from "./skeleton-call";

const usage = (model: string, tokensIn: number, tokensOut: number): SkeletonCall["usage"][number] => ({
  model,
  requests: 1,
  tokensIn,
  tokensOut,
  costUsd: null,
});

/** Rows in depth-first order: the row of the parent, and the usage that each reports. */
function counted(rows: readonly (readonly [parent: number, ...usage: SkeletonCall["usage"][number][]])[]) {
  const { tokensIn, tokensOut, costUsd } = countUsage(
    Int32Array.from(rows, ([parent]) => parent),
    rows.map(([, ...entries], row) => ({ id: `${row}`, usage: entries, report: null, startMs: 0, endMs: 1 })),
  );
  return [sumOfKnown(tokensIn), sumOfKnown(tokensOut), sumOfKnown(costUsd)];
}

describe("the usage of a trace", () => {
  it("counts once what a client added to every ancestor", () => {
    const rows = [
      [-1, usage("a", 30, 3)],
      [0, usage("a", 30, 3)],
      [1, usage("a", 10, 1)],
      [1, usage("a", 20, 2)],
    ] as const;
    expect(counted(rows)).toEqual([30, 3, null]);
  });

  it("adds up calls that report only their own usage", () => {
    expect(counted([[-1], [0, usage("a", 10, 1)], [0, usage("b", 5, 2)]])).toEqual([15, 3, null]);
  });

  it("counts a call's own model where only another model is below it", () => {
    expect(
      counted([
        [-1, usage("a", 10, 1)],
        [0, usage("b", 5, 2)],
      ]),
    ).toEqual([15, 3, null]);
  });

  it("skips calls without usage", () => {
    expect(counted([[-1, usage("a", 10, 1)], [0], [1, usage("a", 10, 1)]])).toEqual([10, 1, null]);
  });

  it("is unknown, never zero, where no call reports usage", () => {
    expect(counted([[-1]])).toEqual([null, null, null]);
  });
});
