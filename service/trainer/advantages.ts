/** How rewards become advantages. */
export interface AdvantageSettings {
  /** Divide what is left after the mean by the group's standard deviation. */
  readonly isScaled: boolean;
  /** From -1 to 1: above 0 negative advantages shrink by this share, below 0 positive ones. */
  readonly balance: number;
}

/** Added to a standard deviation before dividing by it. */
const SPREAD_FLOOR = 1e-6;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The population standard deviation: the sum of squares is divided by n. */
export function populationDeviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Whether a group tells anything apart: more than one trajectory, and more than one reward. */
export function isTrainable(rewards: readonly number[]): boolean {
  return new Set(rewards).size > 1;
}

/**
 * Group-relative advantages: A_i = (r_i - m) / (s + 1e-6), with the mean m and the population standard deviation s of
 * the group; without scaling A_i = r_i - m (Shao et al., 2024, "DeepSeekMath", section 4.1.2; Liu et al., 2025, leave
 * the division out). All zero for a group that tells nothing apart.
 */
export function groupAdvantages(rewards: readonly number[], { isScaled, balance }: AdvantageSettings): number[] {
  if (!isTrainable(rewards)) return rewards.map(() => 0);
  const middle = mean(rewards);
  const divisor = isScaled ? populationDeviation(rewards) + SPREAD_FLOOR : 1;
  return rewards.map((reward) => {
    const advantage = (reward - middle) / divisor;
    if (advantage < 0) return advantage * (1 - Math.max(0, balance));
    return advantage * (1 + Math.min(0, balance));
  });
}
