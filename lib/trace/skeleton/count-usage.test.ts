import { describe, expect, it } from "vitest";
import type { ModelUsage } from "@/lib/calls/call-facts";
import { countUsage, sumOfKnown } from "./count-usage";

const usage = (model: string, tokensIn: number, tokensOut: number): ModelUsage => ({
  model,
  requests: 1,
  tokensIn,
  tokensOut,
  costUsd: null,
});

/** Rows in depth-first order: the row of the parent, and the usage that each carries. */
function counted(rows: readonly (readonly [parent: number, ...usage: ModelUsage[]])[]) {
  const own = rows.map(([, ...entries]) => entries);
  const { tokensIn, tokensOut, costUsd } = countUsage(
    Int32Array.from(rows, ([parent]) => parent),
    (row) => own[row] ?? [],
  );
  return [sumOfKnown(tokensIn), sumOfKnown(tokensOut), sumOfKnown(costUsd)];
}

describe("the usage of a trace", () => {
  it("counts once what a client added to every call above", () => {
    const rows = [
      [-1, usage("a", 30, 3)],
      [0, usage("a", 30, 3)],
      [1, usage("a", 10, 1)],
      [1, usage("a", 20, 2)],
    ] as const;
    expect(counted(rows)).toEqual([30, 3, null]);
  });

  it("adds up what each call carries alone", () => {
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

  it("looks through calls that carry nothing", () => {
    expect(counted([[-1, usage("a", 10, 1)], [0], [1, usage("a", 10, 1)]])).toEqual([10, 1, null]);
  });

  it("is unknown where no call carries any, never zero", () => {
    expect(counted([[-1]])).toEqual([null, null, null]);
  });
});
