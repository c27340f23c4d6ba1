import { describe, expect, it } from "vitest";
import { compareValues } from "./compare-values";
import { packLines, packRuns, unpackLines, unpackRuns } from "./diff-messages";
import { runAtOnce } from "./run-in-slices";

describe("what a worker hands over", () => {
  it("comes back as it was compared", () => {
    const left = { name: "policy", lines: ["one\ntwo", "three"], n: [1, 2, 3] };
    const right = { name: "policy", lines: ["one\nTWO", "three", "\r"], n: [1, 3] };
    for (const mode of ["json", "text"] as const) {
      const comparison = runAtOnce(compareValues(left, right, mode));
      expect(unpackRuns(packRuns(comparison.runs))).toEqual(comparison.runs);
      expect(unpackLines(packLines(comparison.left))).toEqual(comparison.left);
      expect(unpackLines(packLines(comparison.right))).toEqual(comparison.right);
    }
  });

  it("tells no lines from one empty line", () => {
    expect(unpackLines(packLines([]))).toEqual([]);
    expect(unpackLines(packLines([""]))).toEqual([""]);
    expect(unpackLines(packLines(["", ""]))).toEqual(["", ""]);
  });
});
