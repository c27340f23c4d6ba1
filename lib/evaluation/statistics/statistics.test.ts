import { describe, expect, it } from "vitest";
import { fairBinomialAtMost, normalTwoSided, tQuantile95 } from "./distributions";
import { meanInterval, unseenRateBound, wilsonInterval } from "./intervals";
import { comparePaired, winShare } from "./paired-comparison";
import { holmAdjusted, mcnemarP, passDifferenceInterval, signFlipP } from "./paired-tests";
import { isFlaky, passAtK, passFigure, passHatK } from "./pass-figures";
import { detectableDifference, neededExamples } from "./sample-size";

const percent = (share: number) => Math.round(share * 100);

describe("intervals of one run", () => {
  it("are Wilson's for pass rates with one trial", () => {
    const few = wilsonInterval(16, 20);
    expect([percent(few.low), percent(few.high)]).toEqual([58, 92]);
    const many = wilsonInterval(80, 100);
    expect([percent(many.low), percent(many.high)]).toEqual([71, 87]);
    expect(wilsonInterval(0, 20).low).toBe(0);
    expect(wilsonInterval(20, 20).high).toBe(1);
  });

  it("bound a rate of which nothing was seen by three over n", () => {
    expect(unseenRateBound(100)).toBeCloseTo(0.03);
    expect(unseenRateBound(2)).toBe(1);
  });

  it("are the same on every read, since the seed is fixed", () => {
    const values = Array.from({ length: 40 }, (_, index) => (index % 5) / 4);
    expect(meanInterval(values)).toEqual(meanInterval([...values]));
  });

  it("agree between resampling and t where one method hands over to the other", () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => (index % 10 < 7 ? 1 : 0));
    const resampled = meanInterval(values(500));
    const student = meanInterval(values(510));
    expect(resampled?.low).toBeCloseTo(student?.low ?? 0, 2);
    expect(resampled?.high).toBeCloseTo(student?.high ?? 0, 2);
  });

  it("are absent below ten examples", () => {
    expect(meanInterval([1, 0, 1, 1, 0, 1, 1, 1, 0])).toBeNull();
    expect(meanInterval([1, 0, 1, 1, 0, 1, 1, 1, 0, 1])).not.toBeNull();
  });
});

describe("quantiles", () => {
  it("are those of the tables", () => {
    expect(tQuantile95(9)).toBeCloseTo(2.262, 2);
    expect(tQuantile95(30)).toBeCloseTo(2.042, 3);
    expect(normalTwoSided(1.959964)).toBeCloseTo(0.05, 5);
    expect(fairBinomialAtMost(1, 10)).toBeCloseTo(11 / 1024, 10);
    expect(fairBinomialAtMost(500, 1000)).toBeCloseTo(0.5126, 3);
  });
});

describe("pass@k and pass^k", () => {
  const example = { trials: 5, passes: 2 };

  it("have the published values for 2 passes in 5 trials", () => {
    expect([1, 2, 3, 5].map((k) => Number(passAtK(example, k).toFixed(6)))).toEqual([0.4, 0.7, 0.9, 1]);
    expect([1, 2, 3].map((k) => Number(passHatK(example, k).toFixed(6)))).toEqual([0.4, 0.1, 0]);
  });

  it("are means over the examples with at least k trials", () => {
    const counted = { ...example, examples: 1 };
    const figure = passFigure(
      [counted, { trials: 5, passes: 5, examples: 1 }, { trials: 1, passes: 0, examples: 7 }],
      2,
    );
    expect(figure).toMatchObject({ k: 2, examples: 2 });
    expect(figure?.passAtK).toBeCloseTo(0.85);
    expect(figure?.passHatK).toBeCloseTo(0.55);
    expect(
      passFigure(
        [
          { ...counted, examples: 3 },
          { trials: 5, passes: 5, examples: 1 },
        ],
        2,
      )?.passAtK,
    ).toBeCloseTo(0.775);
    expect(passFigure([counted], 6)).toBeNull();
  });

  it("call an example flaky when some trials pass and some do not", () => {
    expect(isFlaky(example)).toBe(true);
    expect(isFlaky({ trials: 5, passes: 5 })).toBe(false);
    expect(isFlaky({ trials: 5, passes: 0 })).toBe(false);
  });
});

describe("paired tests", () => {
  it("flip all signs for few differences", () => {
    expect(signFlipP([1, 1, 1, 1, 1, -1])).toBeCloseTo(0.219, 3);
    expect(signFlipP([1, 1, 1, 1, 1, 1])).toBeCloseTo(0.031, 3);
    expect(signFlipP([0, 0, 0])).toBe(1);
  });

  it("agree between all signs, drawn signs and the normal approximation", () => {
    const few = Array.from({ length: 14 }, (_, index) => (index < 10 ? 1 : -1));
    expect(signFlipP(few)).toBeCloseTo(mcnemarP(10, 4), 6);
    const drawn = Array.from({ length: 100 }, (_, index) => (index < 60 ? 1 : -1));
    expect(signFlipP(drawn)).toBeCloseTo(mcnemarP(60, 40), 1);
    const many = Array.from({ length: 1000 }, (_, index) => (index < 540 ? 1 : -1));
    expect(signFlipP(many)).toBeCloseTo(mcnemarP(540, 460), 2);
  });

  it("have McNemar's exact values", () => {
    expect(mcnemarP(9, 1)).toBeCloseTo(0.021, 3);
    expect(mcnemarP(9, 3)).toBeCloseTo(0.146, 3);
    expect(mcnemarP(5, 0)).toBeCloseTo(0.0625, 6);
    expect(mcnemarP(0, 0)).toBe(1);
  });

  it("have the published interval for 12 better and 4 worse of 100", () => {
    const { low, high } = passDifferenceInterval(12, 4, 100);
    expect(low * 100).toBeCloseTo(-0.2, 1);
    expect(high * 100).toBeCloseTo(15.9, 1);
  });

  it("are corrected for many comparisons by Holm's rule, in the order given", () => {
    expect(holmAdjusted([0.04, 0.01, 0.03]).map((p) => Number(p.toFixed(6)))).toEqual([0.06, 0.03, 0.06]);
    expect(holmAdjusted([])).toEqual([]);
  });
});

describe("a paired comparison", () => {
  const passes = (higher: number, same: number, lower: number) => [
    ...new Array<number>(higher).fill(1),
    ...new Array<number>(same).fill(0),
    ...new Array<number>(lower).fill(-1),
  ];
  const single = { isSinglePass: true, tieWidth: 0 };

  it("shows no interval below ten shared examples", () => {
    const compared = comparePaired(passes(5, 4, 0), single);
    expect(compared).toMatchObject({ verdict: "too-few-examples", interval: null, p: null, examples: 9 });
    expect(compared.difference).toBeCloseTo(5 / 9);
  });

  it("shows no p when fewer than six examples changed", () => {
    expect(comparePaired(passes(5, 20, 0), single)).toMatchObject({ verdict: "too-few-changes", p: null });
  });

  it("says that no difference is shown when the interval includes 0, and how many examples would do", () => {
    const compared = comparePaired(passes(12, 84, 4), single);
    expect(compared).toMatchObject({ verdict: "no-difference-shown", test: "mcnemar", higher: 12, same: 84, lower: 4 });
    expect(compared.neededExamples).toBe(neededExamples(0.16, 0.08));
  });

  it("is higher or lower when the interval excludes 0", () => {
    expect(comparePaired(passes(30, 60, 5), single).verdict).toBe("higher");
    expect(comparePaired(passes(5, 60, 30), single).verdict).toBe("lower");
  });

  it("tests other scores by flipping signs, and counts small differences as ties", () => {
    const differences = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 0.05 : 0.4));
    const compared = comparePaired(differences, { isSinglePass: false, tieWidth: 0.1 });
    expect(compared).toMatchObject({ test: "sign-flip", verdict: "higher", higher: 20, same: 10, lower: 0 });
    expect(winShare(compared)).toBeCloseTo(25 / 30);
  });

  it("has nothing to say without shared examples", () => {
    expect(comparePaired([], single)).toMatchObject({ verdict: "none", difference: null });
    expect(winShare(comparePaired([], single))).toBeNull();
  });
});

describe("sizes of evaluations", () => {
  it("have the published value for 20 % changing and 5 points wanted", () => {
    expect(neededExamples(0.2, 0.05)).toBeGreaterThanOrEqual(619);
    expect(neededExamples(0.2, 0.05)).toBeLessThanOrEqual(621);
    expect(detectableDifference(0.5, 100)).toBeCloseTo(0.14, 2);
  });
});
