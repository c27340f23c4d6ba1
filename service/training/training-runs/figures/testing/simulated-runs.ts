import { seededIntegers } from "@/lib/evaluation/statistics/seeded-random";
import { type RewardedIteration, RewardTrend, type Trend } from "@/service/training/training-runs/figures/reward-trend";

const MODULUS = 2 ** 32;

/** Random numbers that are the same for the same seed. */
class Draws {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededIntegers(seed);
  }

  uniform(): number {
    return (this.#next() + 0.5) / MODULUS;
  }

  /** Mean 0, deviation 1 (Box and Muller 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  /** Student's t with three degrees of freedom, scaled to deviation 1. */
  heavyTailed(): number {
    return this.normal() / Math.sqrt(this.squares(3));
  }

  /** The sum of the squares of so many normal numbers: chi-squared, from a gamma number (Marsaglia and Tsang 2000). */
  squares(count: number): number {
    if (count === 1) return this.normal() ** 2;
    const size = count / 2 - 1 / 3;
    for (;;) {
      const bend = this.normal();
      const cube = (1 + bend / Math.sqrt(9 * size)) ** 3;
      if (cube > 0 && Math.log(this.uniform()) < bend ** 2 / 2 + size * (1 - cube + Math.log(cube)))
        return 2 * size * cube;
    }
  }
}

/** How the rewards of a run come about. Deviations are those of a single reward. */
export type Sampling =
  | { readonly kind: "logged"; readonly noise: "normal" | "heavy-tailed" }
  /** Noise of neighbours is correlated by `phi`. */
  | { readonly kind: "logged"; readonly noise: "autocorrelated"; readonly phi: number }
  /** Groups of rollouts, normal rewards, 30 % of their variance between tasks. */
  | { readonly kind: "groups"; readonly groups: number; readonly rollouts: number; readonly hasSameTasks?: true }
  /** Groups of rollouts with rewards of 0 and 1, of which tasks differ in difficulty. */
  | { readonly kind: "passes"; readonly groups: number; readonly rollouts: number };

/** The share of the variance of a reward that is between tasks. */
const TASK_VARIANCE = 0.3;

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function squaresOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/** Returns a function that draws the iterations of a run; its argument shifts the mean, in deviations of a reward. */
export function sampler(sampling: Sampling, seed: number): (shift: number) => RewardedIteration {
  const draws = new Draws(seed);
  if (sampling.kind === "logged") {
    let noise = 0;
    return (shift) => {
      if (sampling.noise === "autocorrelated") noise = sampling.phi * noise + draws.normal();
      else noise = sampling.noise === "normal" ? draws.normal() : draws.heavyTailed();
      return { reward: shift + noise, error: null, deviation: null };
    };
  }
  const { groups, rollouts } = sampling;
  if (sampling.kind === "passes")
    return () => {
      const means = Array.from({ length: groups }, () => {
        const chance = 1 / (1 + Math.exp(1.5 - 2 * draws.normal()));
        let passes = 0;
        for (let rollout = 0; rollout < rollouts; rollout++) if (draws.uniform() < chance) passes++;
        return passes / rollouts;
      });
      const standardError = Math.sqrt(squaresOf(means) / (groups - 1) / groups);
      return { reward: meanOf(means), error: { standardError, degrees: groups - 1 }, deviation: 0.4 };
    };
  return normalSampler(draws, sampling);
}

/**
 * Draws only what an iteration says of its rewards, its mean and the sum of squares behind its error. Those of normal
 * rewards are independent, and the squares chi-squared (Cochran 1934), so that 64 groups of 8 cost as much as 2 of 4.
 */
function normalSampler(draws: Draws, { groups, rollouts, hasSameTasks }: Sampling & { readonly kind: "groups" }) {
  const within = (1 - TASK_VARIANCE) / rollouts;
  const tasks = hasSameTasks ? Math.sqrt(TASK_VARIANCE / groups) * draws.normal() : 0;
  const variance = hasSameTasks ? within : TASK_VARIANCE + within;
  const degrees = hasSameTasks ? groups * (rollouts - 1) : groups - 1;
  return (shift: number): RewardedIteration => {
    const reward = shift + tasks + Math.sqrt(variance / groups) * draws.normal();
    const standardError = Math.sqrt((variance * draws.squares(degrees)) / degrees / groups);
    return { reward, error: { standardError, degrees }, deviation: 1 };
  };
}

/** Runs one simulated run and returns the first iteration with a word, from 1; null if it never gets one. */
export function firstWord(
  sampling: Sampling,
  seed: number,
  iterations: number,
  { shift, isWord }: { shift: (index: number) => number; isWord: (kind: Trend["kind"], index: number) => boolean },
): number | null {
  const trend = new RewardTrend();
  const draw = sampler(sampling, seed);
  for (let index = 0; index < iterations; index++) {
    if (isWord(trend.add(draw(shift(index))), index)) return index + 1;
  }
  return null;
}

const isAnyWord = (kind: Trend["kind"]) => kind === "rising" || kind === "falling" || kind === "fell";

/**
 * Returns how many runs of pure noise get a word within each length while they are looked at after each iteration. The
 * shorter lengths are the beginnings of the longest one.
 */
export function falseAlarms(sampling: Sampling, lengths: readonly number[], runs: number): number[] {
  const alarms = lengths.map(() => 0);
  for (let seed = 1; seed <= runs; seed++) {
    const at = firstWord(sampling, seed, Math.max(...lengths), { shift: () => 0, isWord: isAnyWord });
    for (const [index, length] of lengths.entries())
      if (at !== null && at <= length) alarms[index] = (alarms[index] ?? 0) + 1;
  }
  return alarms;
}
