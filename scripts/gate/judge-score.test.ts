import { describe, expect, it } from "vitest";
import { judgeScore } from "./judge-score";

const compared = (low: number, high: number, more: object = {}) => ({
  examples: 200,
  difference: (low + high) / 2,
  interval: { low, high },
  p: 0.001,
  holm_p: 0.001,
  test: "mcnemar" as const,
  higher: 0,
  same: 180,
  lower: 20,
  verdict: high < 0 ? ("lower" as const) : low > 0 ? ("higher" as const) : ("no-difference-shown" as const),
  needed_examples: null,
  detectable_difference: 0.04,
  ...more,
});

const higher = (tolerance: number) => ({ tolerance, direction: "higher" as const });
const verdictOf = (...of: Parameters<typeof judgeScore>) => judgeScore(...of).verdict;

describe("a score", () => {
  it("fell when its whole interval lies below the tolerance", () => {
    expect(verdictOf(compared(-0.2, -0.05), higher(0))).toBe("fell");
    expect(verdictOf(compared(-0.2, -0.05), higher(0.02))).toBe("fell");
    expect(judgeScore(compared(-0.2, -0.05), higher(0.02)).sentence).toBe(
      "A fall of more than .020 is shown: −.125, 95 % interval −.200 to −.050, 200 shared rows.",
    );
  });

  it("held when its whole interval lies above the tolerance, also where it fell a little", () => {
    expect(verdictOf(compared(-0.04, -0.01), higher(0.05))).toBe("held");
    expect(verdictOf(compared(0, 0), higher(0))).toBe("held");
  });

  it("is unclear when its interval contains the tolerance", () => {
    expect(verdictOf(compared(-0.2, -0.01), higher(0.05))).toBe("unclear");
    expect(verdictOf(compared(-0.06, 0.02), higher(0))).toBe("unclear");
    expect(judgeScore(compared(-0.06, 0.02, { needed_examples: 900 }), higher(0)).sentence).toContain(
      "About 900 rows would show a difference of this size.",
    );
  });

  it("is unclear with too few rows, and when the correction for its neighbours leaves no difference", () => {
    expect(verdictOf(compared(-0.5, -0.1, { verdict: "too-few-examples", examples: 4 }), higher(0))).toBe("unclear");
    expect(verdictOf(compared(-0.5, -0.1, { holm_p: 0.2 }), higher(0))).toBe("unclear");
  });

  it("falls upwards where lower is better", () => {
    const lower = { tolerance: 0.01, direction: "lower" as const };
    expect(verdictOf(compared(0.05, 0.2), lower)).toBe("fell");
    expect(verdictOf(compared(-0.2, -0.05), lower)).toBe("held");
  });

  it("is the first without a baseline", () => {
    expect(verdictOf(null, higher(0))).toBe("first");
  });
});
