import { tQuantile95 } from "@/lib/evaluation/statistics/distributions";
import { deviationOf, meanOf } from "@/lib/evaluation/statistics/intervals";

/** The rewards of a group, added up. */
export interface RewardSums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
  readonly min: number | null;
  readonly max: number | null;
}

/** The figures of an iteration's rewards. A type: it must be assignable to the loose objects of the wire. */
export type RewardFigures = {
  readonly mean: number | null;
  /** Over all rollouts, divided by n as the trainers' own metrics are. */
  readonly std_dev: number | null;
  /** The mean of the groups' standard deviations. */
  readonly group_std_dev: number | null;
  /** The 95 % interval of the mean; null below three groups. */
  readonly low: number | null;
  readonly high: number | null;
  readonly min: number | null;
  readonly max: number | null;
};

/** The minimum number of groups for an interval; the spread of fewer says too little. */
const MIN_INTERVAL_GROUPS = 3;

/** Returns the sums of rewards. */
export function sumsOf(rewards: readonly number[]): RewardSums {
  let [sum, squares] = [0, 0];
  let [min, max]: [number | null, number | null] = [null, null];
  for (const reward of rewards) {
    sum += reward;
    squares += reward ** 2;
    min = Math.min(min ?? reward, reward);
    max = Math.max(max ?? reward, reward);
  }
  return { count: rewards.length, sum, squares, min, max };
}

/** True if a group has more than one distinct reward: otherwise it has no signal. */
export function hasSignal({ min, max }: Pick<RewardSums, "min" | "max">): boolean {
  return min !== null && min !== max;
}

/** The variance of a group's rewards, divided by n. Rounding must not make it negative. */
function varianceOf({ count, sum, squares, ...bounds }: RewardSums): number {
  if (count === 0 || !hasSignal(bounds)) return 0;
  return Math.max(0, squares / count - (sum / count) ** 2);
}

/** Returns the standard deviation of a group's rewards, divided by n. */
export function spreadOf(sums: RewardSums): number {
  return Math.sqrt(varianceOf(sums));
}

function total(groups: readonly RewardSums[]): RewardSums {
  const mins = groups.flatMap(({ min }) => (min === null ? [] : [min]));
  const maxes = groups.flatMap(({ max }) => (max === null ? [] : [max]));
  return {
    count: groups.reduce((all, { count }) => all + count, 0),
    sum: groups.reduce((all, { sum }) => all + sum, 0),
    squares: groups.reduce((all, { squares }) => all + squares, 0),
    min: mins.length === 0 ? null : Math.min(...mins),
    max: maxes.length === 0 ? null : Math.max(...maxes),
  };
}

const meansOf = (groups: readonly RewardSums[]) => groups.map(({ sum, count }) => sum / count);

/**
 * Returns the figures of an iteration's rewards. The interval is that of the mean over groups, mean ± t·s/√n: rollouts of
 * one task are not independent.
 */
export function rewardFigures(groups: readonly RewardSums[]): RewardFigures {
  const rewarded = groups.filter(({ count }) => count > 0);
  const all = total(rewarded);
  if (all.count === 0)
    return { mean: null, std_dev: null, group_std_dev: null, low: null, high: null, min: null, max: null };
  const mean = all.sum / all.count;
  const means = meansOf(rewarded);
  const half =
    means.length < MIN_INTERVAL_GROUPS
      ? null
      : (tQuantile95(means.length - 1) * deviationOf(means)) / Math.sqrt(means.length);
  return {
    mean,
    std_dev: spreadOf(all),
    group_std_dev: meanOf(rewarded.map(spreadOf)),
    low: half === null ? null : mean - half,
    high: half === null ? null : mean + half,
    min: all.min,
    max: all.max,
  };
}

/** The standard error of a mean, with its degrees of freedom. */
export interface MeanError {
  readonly standardError: number;
  readonly degrees: number;
}

/**
 * Returns the error of an iteration's mean reward; null when it is not known. Where each iteration has the same tasks, and
 * each of them a reward, their differences do not count: only rollouts of one task vary.
 */
export function meanErrorOf(groups: readonly RewardSums[], hasSameTasks: boolean): MeanError | null {
  const rewarded = groups.filter(({ count }) => count > 0);
  if (hasSameTasks && rewarded.length === groups.length && rewarded.every(({ count }) => count > 1)) {
    const degrees = rewarded.reduce((sum, { count }) => sum + count - 1, 0);
    const variances = rewarded.reduce((sum, group) => sum + varianceOf(group) / (group.count - 1), 0);
    return degrees === 0 ? null : { standardError: Math.sqrt(variances) / rewarded.length, degrees };
  }
  const means = meansOf(rewarded);
  if (means.length < 2) return null;
  return { standardError: deviationOf(means) / Math.sqrt(means.length), degrees: means.length - 1 };
}
