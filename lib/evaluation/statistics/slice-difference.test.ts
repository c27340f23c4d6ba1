import { describe, expect, it } from "vitest";
import { normalTwoSided } from "./distributions";
import { meanInterval, meanOf, wilsonInterval } from "./intervals";
import { compareSlices } from "./slice-difference";
import { fisherP, permutationP } from "./unpaired-tests";

const passes = (passed: number, count: number) => Array.from({ length: count }, (_, at) => Number(at < passed));
const measuredPasses = (passed: number, count: number) => ({
  values: passes(passed, count),
  interval: count < 10 ? null : wilsonInterval(passed, count),
});
const measured = (values: readonly number[]) => ({ values, interval: meanInterval(values) });

/** n over k as a whole number. */
function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let at = 1; at <= k; at++) result = (result * BigInt(n - k + at)) / BigInt(at);
  return result;
}

/** Fisher's p by counting the divisions of all examples into two groups, without logarithms. */
function countedFisherP(passesA: number, examplesA: number, passesB: number, examplesB: number): number {
  const total = passesA + passesB;
  const ways = (inA: number) => choose(examplesA, inA) * choose(examplesB, total - inA);
  const observed = ways(passesA);
  let extreme = 0n;
  for (let inA = Math.max(0, total - examplesB); inA <= Math.min(examplesA, total); inA++) {
    if (ways(inA) <= observed) extreme += ways(inA);
  }
  return Number((extreme * 10n ** 15n) / choose(examplesA + examplesB, total)) / 1e15;
}

describe("the difference of two slices", () => {
  it("of passes has the interval of Newcombe's method 10", () => {
    // Newcombe (1998), table II (a): 56/70 − 48/80 is 0.2, 0.0524 to 0.3339.
    const { difference, interval, test, verdict } = compareSlices(measuredPasses(48, 80), measuredPasses(56, 70));
    expect(difference).toBeCloseTo(0.2, 12);
    expect(interval?.low).toBeCloseTo(0.0524, 4);
    expect(interval?.high).toBeCloseTo(0.3339, 4);
    expect([test, verdict]).toEqual(["fisher", "higher"]);
  });

  it("of slices that all failed or all passed has an interval that is not a point", () => {
    // Newcombe (1998), table II (h): 10/10 − 0/10 is 1, 0.6075 to 1. Its other end is Wilson's at 0 and 1.
    const { interval } = compareSlices(measuredPasses(0, 10), measuredPasses(10, 10));
    expect(interval?.low).toBeCloseTo(0.6075, 4);
    expect(interval?.high).toBe(1);
    const equal = compareSlices(measuredPasses(16, 16), measuredPasses(16, 16));
    const z2 = 1.959963984540054 ** 2;
    expect(equal.interval?.low).toBeCloseTo(-z2 / (16 + z2), 12);
    expect(equal.interval?.high).toBeCloseTo(z2 / (16 + z2), 12);
    expect(equal).toMatchObject({ difference: 0, p: 1, verdict: "no-difference-shown", detectableDifference: null });
  });

  it("of numbers is near the interval of Welch", () => {
    const wave = (count: number, shift: number) =>
      Array.from({ length: count }, (_, at) => shift + Math.sin(at * 12.9898) * 0.5);
    const [first, second] = [wave(200, 1), wave(300, 1.2)];
    const { difference, interval, test } = compareSlices(measured(first), measured(second));
    const variance = (values: readonly number[]) =>
      values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0) / (values.length - 1) / values.length;
    const half = 1.965 * Math.sqrt(variance(first) + variance(second));
    const apart = meanOf(second) - meanOf(first);
    expect(difference).toBeCloseTo(apart, 12);
    expect(Math.abs((interval?.low ?? 0) - (apart - half))).toBeLessThan(half / 20);
    expect(Math.abs((interval?.high ?? 0) - (apart + half))).toBeLessThan(half / 20);
    expect(test).toBe("permutation");
  });

  it("can show 2.8 standard errors of both means together", () => {
    const { detectableDifference } = compareSlices(measuredPasses(10, 20), measuredPasses(12, 30));
    const variance = (10 * 10) / 20 / 19 / 20 + (12 * 18) / 30 / 29 / 30;
    expect(detectableDifference).toBeCloseTo(Math.sqrt(7.849 * variance), 12);
  });

  it("says which slice is lower, and when there are too few rows or none", () => {
    expect(compareSlices(measuredPasses(28, 30), measuredPasses(10, 30)).verdict).toBe("lower");
    expect(compareSlices(measuredPasses(9, 9), measuredPasses(0, 30))).toEqual({
      ...{ difference: -1, interval: null, p: null, test: null, detectableDifference: null },
      verdict: "too-few-examples",
    });
    expect(compareSlices(measuredPasses(0, 0), measuredPasses(0, 30))).toMatchObject({
      difference: null,
      verdict: "none",
    });
  });
});

describe("Fisher's exact test", () => {
  it.each([
    // Fisher's lady who tasted tea: 34/70.
    [3, 4, 1, 4],
    [10, 10, 0, 10],
    [7, 16, 14, 16],
    [0, 12, 0, 15],
    [40, 310, 25, 90],
    [399, 400, 260, 300],
  ])("of %i/%i and %i/%i is the share of divisions that are at most as likely", (...counts) => {
    const [passesA, examplesA, passesB, examplesB] = counts;
    expect(fisherP([passesA, examplesA], [passesB, examplesB])).toBeCloseTo(countedFisherP(...counts), 8);
  });

  it("of the lady who tasted tea is 34/70", () => {
    expect(fisherP([3, 4], [1, 4])).toBeCloseTo(34 / 70, 12);
  });
});

describe("the permutation test", () => {
  it("agrees with all divisions of few values", () => {
    const [first, second] = [
      [0.1, 0.4, 0.35, 0.8, 0.5],
      [0.9, 0.6, 0.75, 0.95, 0.3, 0.85],
    ];
    const all = [...first, ...second];
    const middle = meanOf(all) * first.length;
    const observed = Math.abs(first.reduce((sum, value) => sum + value, 0) - middle);
    let [hits, divisions] = [0, 0];
    for (let chosen = 0; chosen < 2 ** all.length; chosen++) {
      const group = all.filter((_, at) => (chosen >> at) & 1);
      if (group.length !== first.length) continue;
      divisions++;
      if (Math.abs(group.reduce((sum, value) => sum + value, 0) - middle) >= observed - 1e-12) hits++;
    }
    expect(divisions).toBe(462);
    // Four standard errors of 10,000 draws.
    const share = hits / divisions;
    expect(Math.abs(permutationP(first, second) - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / 10_000));
    expect(permutationP(second, first)).toBe(permutationP(first, second));
  });

  it("is 1 where all values are equal, and least where no division is as far", () => {
    expect(permutationP([0.5, 0.5], [0.5, 0.5, 0.5])).toBe(1);
    const far = Array.from({ length: 30 }, (_, at) => at / 100);
    expect(
      permutationP(
        far,
        far.map((value) => value + 9),
      ),
    ).toBeCloseTo(1 / 10_001, 12);
  });

  it("is normal above 500 values in each group, and then near the drawn one", () => {
    const wave = (count: number, shift: number) =>
      Array.from({ length: count }, (_, at) => shift + Math.sin(at * 12.9898) * 0.5);
    const [first, second] = [wave(501, 0), wave(700, 0.04)];
    const all = [...first, ...second];
    const mean = meanOf(all);
    const variance = all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (all.length - 1);
    const z = (meanOf(second) - meanOf(first)) / Math.sqrt(variance * (1 / 501 + 1 / 700));
    expect(permutationP(first, second)).toBeCloseTo(normalTwoSided(z), 12);
    const drawn = permutationP(first.slice(0, 500), second);
    expect(Math.abs(drawn - permutationP(first, second))).toBeLessThan(0.02);
  });
});
