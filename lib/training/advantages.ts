/** Added to a standard deviation before dividing by it. */
const SPREAD_FLOOR = 1e-6;

/** The formula of {@link advantageOf} in words, shown beside its figures. */
export const ADVANTAGE_FORMULA = "(reward − group mean) / (population standard deviation of the group + 10⁻⁶)";

/** Rewards of one group: how many are known, their mean, their population standard deviation, least and greatest. */
export interface Spread {
  readonly count: number;
  readonly mean: number | null;
  readonly deviation: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** Missing rewards (NaN) are left aside. The standard deviation divides by n. */
export function spreadOf(rewards: Iterable<number>): Spread {
  let count = 0;
  let mean = 0;
  let squares = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const reward of rewards) {
    if (Number.isNaN(reward)) continue;
    count += 1;
    const delta = reward - mean;
    mean += delta / count;
    squares += delta * (reward - mean);
    min = Math.min(min, reward);
    max = Math.max(max, reward);
  }
  if (count === 0) return { count, mean: null, deviation: null, min: null, max: null };
  return { count, mean, deviation: min === max ? 0 : Math.sqrt(squares / count), min, max };
}

/** Whether a group tells anything apart: more than one reward. Else its advantages are all zero. */
export function hasSpread({ min, max }: Spread): boolean {
  return min !== null && max !== null && min !== max;
}

/**
 * Group-relative advantage: (r - m) / (s + 1e-6), with the mean m and the population standard deviation s of the group
 * (Shao et al., 2024, "DeepSeekMath", section 4.1.2). Zero in a group without spread. Null for a missing reward.
 */
export function advantageOf(reward: number, spread: Spread): number | null {
  if (Number.isNaN(reward) || spread.mean === null || spread.deviation === null) return null;
  return hasSpread(spread) ? (reward - spread.mean) / (spread.deviation + SPREAD_FLOOR) : 0;
}
