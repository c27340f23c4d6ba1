import { describe, expect, it } from "vitest";
import { agreementInterval, cohenKappa, krippendorffAlpha, percentAgreement } from "./agreement";

/** Pairs by count: both yes, first yes, second yes, both no. */
const pairsOf = (both: number, first: number, second: number, neither: number) => [
  ...Array.from({ length: both }, () => ["yes", "yes"] as const),
  ...Array.from({ length: first }, () => ["yes", "no"] as const),
  ...Array.from({ length: second }, () => ["no", "yes"] as const),
  ...Array.from({ length: neither }, () => ["no", "no"] as const),
];

describe("percent agreement", () => {
  it("counts equal pairs of answers to the same item", () => {
    expect(percentAgreement([["a", "a"], ["a", "b"], ["a"]])).toBe(0.5);
    expect(percentAgreement([["a", "a", "b"]])).toBeCloseTo(1 / 3);
    expect(percentAgreement([["a"], []])).toBeNull();
  });
});

describe("Cohen's kappa", () => {
  it.each([
    // 50 grant proposals: pₒ = 0.7, pₑ = 0.5.
    [20, 5, 10, 15, 0.4],
    // The same share of equal answers, other frequencies: 0.1304 and 0.2593.
    [45, 15, 25, 15, 0.1304],
    [25, 35, 5, 35, 0.2593],
  ])("is the published value for %i, %i, %i, %i", (both, first, second, neither, kappa) => {
    expect(cohenKappa(pairsOf(both, first, second, neither))).toBeCloseTo(kappa, 4);
  });

  it("is 1 for equal answers, below 0 for opposite ones, and absent where there is only one answer", () => {
    expect(cohenKappa(pairsOf(5, 0, 0, 5))).toBe(1);
    expect(cohenKappa(pairsOf(0, 5, 5, 0))).toBe(-1);
    expect(cohenKappa(pairsOf(9, 0, 0, 0))).toBeNull();
    expect(cohenKappa([])).toBeNull();
  });
});

describe("Krippendorff's alpha", () => {
  // Four observers and twelve units with missing values, from "Computing Krippendorff's Alpha-Reliability" (2011).
  const units = [
    [1, 1, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [5, 5, 5],
    [1, 1],
    [3],
  ];

  it("has the published values", () => {
    expect(krippendorffAlpha(units, "nominal")).toBeCloseTo(0.743, 3);
    expect(krippendorffAlpha(units, "interval")).toBeCloseTo(0.849, 3);
  });

  it("is absent without two answers to an item, and where all answers are equal", () => {
    expect(krippendorffAlpha([["a"], ["b"]], "nominal")).toBeNull();
    expect(
      krippendorffAlpha(
        [
          ["a", "a"],
          ["a", "a"],
        ],
        "nominal",
      ),
    ).toBeNull();
  });
});

describe("the interval of an agreement figure", () => {
  it("is around the figure, and narrower with more items", () => {
    const few = agreementInterval(pairsOf(20, 5, 10, 15), cohenKappa);
    const many = agreementInterval(pairsOf(200, 50, 100, 150), cohenKappa);
    expect(few?.low).toBeLessThan(0.4);
    expect(few?.high).toBeGreaterThan(0.4);
    const width = (interval: typeof few) => (interval?.high ?? 0) - (interval?.low ?? 0);
    expect(width(many)).toBeLessThan(width(few));
  });

  it("is absent below ten items", () => {
    expect(agreementInterval(pairsOf(4, 2, 2, 1), cohenKappa)).toBeNull();
  });
});
