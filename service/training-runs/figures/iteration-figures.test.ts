import { describe, expect, it } from "vitest";
import { hasSignal, rewardFigures, spreadOf, standardErrorOf, sumsOf } from "./iteration-figures";

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
    expect(standardErrorOf(groups([]), true)).toBeNull();
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

describe("the standard error of a mean reward", () => {
  it("counts only rollouts of one task where the tasks are the same", () => {
    // Two tasks of very different difficulty, each without noise.
    expect(standardErrorOf(groups([0, 0], [1, 1]), true)).toBe(0);
    expect(standardErrorOf(groups([0, 0], [1, 1]), false)).toBeCloseTo(0.5, 9);
  });

  it("is unknown where a task has a single rollout", () => {
    expect(standardErrorOf(groups([1], [0, 1]), true)).toBeNull();
    expect(standardErrorOf(groups([1]), false)).toBeNull();
  });

  it("is that of the mean of the groups' means", () => {
    // s²/n of each: 0.5 / 2; the mean of two: √(0.25 + 0.25) / 2.
    expect(standardErrorOf(groups([0, 1], [0, 1]), true)).toBeCloseTo(Math.sqrt(0.5) / 2, 9);
  });
});
