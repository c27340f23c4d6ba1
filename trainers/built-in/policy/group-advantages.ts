import { type AdvantageRule, advantageOf, rewardSpread } from "@/lib/training/trajectories/advantage-rule";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the population standard deviation: the sum of squares is divided by n. */
export function populationDeviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** True when a group has a gradient: more than one trajectory, and more than one reward. */
export function isTrainable(rewards: readonly number[]): boolean {
  return new Set(rewards).size > 1;
}

/** Returns the advantage of each reward of a group, by the formula that pages show next to the same rewards. */
export function groupAdvantages(rewards: readonly number[], rule: AdvantageRule): number[] {
  const spread = rewardSpread(rewards);
  return rewards.map((reward) => advantageOf(reward, spread, rule) ?? 0);
}
