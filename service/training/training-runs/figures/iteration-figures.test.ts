import { describe, expect, it } from "vitest";
import { hasSignal, meanErrorOf, rewardFigures, spreadOf, sumsOf } from "./iteration-figures";

const groups = (...rewards: number[][]) => rewards.map(sumsOf);

/** The population standard deviation, computed directly. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

describe("the figures of an iteration's rewards", () => {
  it("are unknown without a reward", () => {
    expect(rewardFigures(groups([], []))).toEqual({
      mean: null,
      std_dev: null,
      group_std_dev: null,
      low: null,
      high: null,
      min: null,
      max: null,
    });
    expect(meanErrorOf(groups([]), true)).toBeNull();
  });

  it("have no interval below three groups", () => {
    expect(rewardFigures(groups([0, 1], [1, 1]))).toMatchObject({ mean: 0.75, low: null, high: null, min: 0, max: 1 });
  });

  it("leave out groups without a reward", () => {
    expect(rewardFigures(groups([0, 1], [], [1, 1])).group_std_dev).toBe(0.25);
  });

  it.each(Array.from({ length: 20 }, (_, seed) => seed))("agree with a plain computation (%d)", (seed) => {
    const rewards = Array.from({ length: 3 + (seed % 4) }, (_, group) =>
      Array.from({ length: 2 + ((seed + group) % 5) }, (_, at) => Math.sin(seed * 31 + group * 7 + at * 3) * 10),
    );
    const all = rewards.flat();
    const sums = rewards.map(sumsOf);
    const figures = rewardFigures(sums);
    expect(figures.mean).toBeCloseTo(all.reduce((sum, reward) => sum + reward, 0) / all.length, 9);
    expect(figures.std_dev).toBeCloseTo(deviation(all), 6);
    expect(figures.group_std_dev).toBeCloseTo(
      rewards.map(deviation).reduce((sum, one) => sum + one, 0) / rewards.length,
      6,
    );
    expect([figures.min, figures.max]).toEqual([Math.min(...all), Math.max(...all)]);
    expect(figures.low).toBeLessThan(figures.mean ?? 0);
    expect((figures.high ?? 0) - (figures.mean ?? 0)).toBeCloseTo((figures.mean ?? 0) - (figures.low ?? 0), 9);
  });

  it("call equal rewards no signal, also where rounding would show a spread", () => {
    const sums = sumsOf([0.1, 0.1, 0.1]);
    expect([hasSignal(sums), spreadOf(sums)]).toEqual([false, 0]);
    expect(hasSignal(sumsOf([]))).toBe(false);
    expect(hasSignal(sumsOf([0.1, 0.2]))).toBe(true);
  });
});

describe("the error of a mean reward", () => {
  it("counts only rollouts of one task where the tasks are the same", () => {
    // Two tasks of very different difficulty, each without noise.
    expect(meanErrorOf(groups([0, 0], [1, 1]), true)).toEqual({ standardError: 0, degrees: 2 });
    const error = meanErrorOf(groups([0, 0], [1, 1]), false);
    expect(error?.standardError).toBeCloseTo(0.5, 9);
    expect(error?.degrees).toBe(1);
  });

  it("counts the differences of tasks where one of them has no reward or a single one", () => {
    expect(meanErrorOf(groups([0, 0], [1, 1], []), true)?.standardError).toBeCloseTo(0.5, 9);
    expect(meanErrorOf(groups([1], [0, 0]), true)?.standardError).toBeCloseTo(0.5, 9);
  });

  it("is unknown for one group of another task each time", () => {
    expect(meanErrorOf(groups([0, 1]), false)).toBeNull();
    expect(meanErrorOf(groups([1]), true)).toBeNull();
  });

  it("is that of the mean of the groups' means", () => {
    // s²/n of each: 0.5 / 2; the mean of two: √(0.25 + 0.25) / 2.
    expect(meanErrorOf(groups([0, 1], [0, 1]), true)).toEqual({
      standardError: expect.closeTo(Math.sqrt(0.5) / 2, 9),
      degrees: 2,
    });
  });
});
