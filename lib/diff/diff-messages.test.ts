import { describe, expect, it } from "vitest";
import { runSynchronously } from "@/lib/scheduling/run-in-time-slices";
import { compareValues } from "./compare-values";
import { packRuns, unpackRuns } from "./diff-messages";

describe("the messages of a worker", () => {
  it("restore the comparison unchanged", () => {
    const left = { name: "policy", lines: ["one\ntwo", "three"], n: [1, 2, 3] };
    const right = { name: "policy", lines: ["one\nTWO", "three", "\r"], n: [1, 3] };
    for (const mode of ["json", "text"] as const) {
      const { runs } = runSynchronously(compareValues(left, right, mode));
      expect(unpackRuns(packRuns(runs))).toEqual(runs);
    }
  });
});
