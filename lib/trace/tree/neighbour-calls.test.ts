import { describe, expect, it } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { adjacentSameOp, adjacentSibling, nextErrorRow } from "./neighbour-calls";

const trace = makeSkeleton([
  { id: "a" },
  { id: "b", parent: "a", op: "step" },
  { id: "c", parent: "b", status: "error" },
  { id: "d", parent: "c" },
  { id: "e", parent: "a", op: "step" },
  { id: "f", status: "error" },
]);

describe("steps through a trace", () => {
  it("go from error to error and wrap around", () => {
    expect([0, 2, 5].map((row) => nextErrorRow(trace, row))).toEqual([2, 5, 2]);
    expect(nextErrorRow(makeSkeleton([{ id: "a" }]), 0)).toBe(-1);
  });

  it("go to the next and previous call of the same op", () => {
    expect([adjacentSameOp(trace, 1, 1), adjacentSameOp(trace, 4, -1), adjacentSameOp(trace, 4, 1)]).toEqual([
      4, 1, -1,
    ]);
  });

  it("go to the next and previous call under the same parent, also among the first calls", () => {
    expect([1, 4, 0, 2].map((row) => adjacentSibling(trace, row, 1))).toEqual([4, -1, 5, -1]);
    expect([4, 1, 5, 0].map((row) => adjacentSibling(trace, row, -1))).toEqual([1, -1, 0, -1]);
  });
});
