import { plainNumber } from "@/lib/api/contract/scalars/json-text";

/** Added to a standard deviation before dividing by it. */
const SPREAD_FLOOR = 1e-6;

/** What TRL adds instead, to a deviation over n − 1. */
const SAMPLE_SPREAD_FLOOR = 1e-4;

/** The rule that turns the rewards of a group into advantages, from a job's settings. */
export interface AdvantageRule {
  /** Divides the difference from the mean by the group's standard deviation. */
  readonly isScaled: boolean;
  /** The deviation is over n − 1, as TRL computes it, instead of over n. */
  readonly isSample?: boolean;
  /** From -1 to 1: above 0 negative advantages shrink by this share, below 0 positive ones. */
  readonly balance: number;
}

/** The rule of a job without settings. */
export const STANDARD_RULE: AdvantageRule = { isScaled: true, balance: 0 };

type Config = Readonly<Record<string, unknown>>;

const flagOf = (config: Config, name: string) => (typeof config[name] === "boolean" ? config[name] : null);

const SCALINGS: Readonly<Record<string, Pick<AdvantageRule, "isScaled" | "isSample">>> = {
  group: { isScaled: true, isSample: true },
  group_population: { isScaled: true },
  none: { isScaled: false },
  // The deviation of all rewards of a job is not that of a group: the figures are without it.
  batch: { isScaled: false },
};

function scalingOf(config: Config): Pick<AdvantageRule, "isScaled" | "isSample"> {
  const { scale_rewards: scaling } = config;
  if (typeof scaling === "string" && Object.hasOwn(SCALINGS, scaling)) return SCALINGS[scaling] ?? { isScaled: true };
  const flag = flagOf(config, "scale_rewards") ?? flagOf(config, "normalize_advantages");
  if (flag !== null) return { isScaled: flag };
  // A job that names a type of the loss has TRL's defaults.
  return typeof config.loss_type === "string" ? { isScaled: true, isSample: true } : { isScaled: true };
}

/**
 * Reads the rule from an `experimental_config`: `scale_rewards`, or `normalize_advantages` where it is missing or null,
 * and `advantage_balance`, clamped between -1 and 1. The values are those of docs/train/trainer.md.
 */
export function readAdvantageRule(config: Config | null): AdvantageRule {
  if (config === null) return STANDARD_RULE;
  const balance = plainNumber(config.advantage_balance);
  return {
    ...scalingOf(config),
    balance: typeof balance === "number" && Number.isFinite(balance) ? Math.min(1, Math.max(-1, balance)) : 0,
  };
}

/** The factor of the reduced side as text: 0.7 for 0.3. */
const minuendOf = (balance: number) => String(Number((1 - Math.abs(balance)).toFixed(3)));

/** The formula of {@link advantageOf}, full and short, shown next to its values. */
export function advantageFormula({ isScaled, isSample, balance }: AdvantageRule): {
  readonly full: string;
  readonly short: string;
} {
  const side = balance > 0 ? "negative" : "positive";
  const shrunk = balance === 0 ? "" : `, ${side} ones × ${minuendOf(balance)}`;
  const divisor = isSample
    ? "sample standard deviation of the group + 10⁻⁴"
    : "population standard deviation of the group + 10⁻⁶";
  return {
    full: `${isScaled ? `(reward − group mean) / (${divisor})` : "reward − group mean"}${shrunk}`,
    short: `${isScaled ? "reward minus mean, over spread" : "reward minus mean"}${shrunk}`,
  };
}

/** Rewards of one group: the number of known ones, their mean, population standard deviation, minimum and maximum. */
export interface RewardSpread {
  readonly count: number;
  readonly mean: number | null;
  readonly deviation: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** Missing rewards (NaN) are ignored. The standard deviation divides by n. */
export function rewardSpread(rewards: Iterable<number>): RewardSpread {
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

/** True if a group has more than one distinct reward; otherwise its advantages are all zero. */
export function hasSpread({ min, max }: RewardSpread): boolean {
  return min !== null && max !== null && min !== max;
}

/** Returns the standard deviation that a rule divides by, without the small number that is added; null where unknown. */
export function deviationOf({ count, deviation }: RewardSpread, { isSample }: AdvantageRule): number | null {
  return deviation !== null && isSample && count > 1 ? deviation * Math.sqrt(count / (count - 1)) : deviation;
}

/** Returns what the difference from the mean is divided by. */
function divisorOf(spread: RewardSpread, rule: AdvantageRule): number {
  const deviation = rule.isScaled ? deviationOf(spread, rule) : null;
  return deviation === null ? 1 : deviation + (rule.isSample ? SAMPLE_SPREAD_FLOOR : SPREAD_FLOOR);
}

/**
 * Returns the group-relative advantage: (r - m) / (s + 1e-6), with the mean m and the population standard deviation s
 * of the group; with the sample deviation (r - m) / (s + 1e-4), as in TRL; without scaling r - m (Shao et al., 2024,
 * "DeepSeekMath", section 4.1.2; Liu et al., 2025, omit the division). The balance then shrinks one side. Zero in a group without spread. Null for a missing reward.
 */
export function advantageOf(reward: number, spread: RewardSpread, rule: AdvantageRule): number | null {
  const { balance } = rule;
  if (Number.isNaN(reward) || spread.mean === null || spread.deviation === null) return null;
  if (!hasSpread(spread)) return 0;
  const advantage = (reward - spread.mean) / divisorOf(spread, rule);
  return advantage < 0 ? advantage * (1 - Math.max(0, balance)) : advantage * (1 + Math.min(0, balance));
}
