import { seededIntegers } from "@/lib/evaluation/statistics/seeded-random";
import { type RewardedIteration, RewardTrend, type Trend } from "@/service/training-runs/figures/reward-trend";

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
    const squares = this.normal() ** 2 + this.normal() ** 2 + this.normal() ** 2;
    return this.normal() / Math.sqrt(squares);
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

const TASK_VARIANCE = 0.3;

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function squaresOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

function iterationOf(means: readonly number[], within: readonly number[] | null, rollouts: number): RewardedIteration {
  const groups = means.length;
  const error =
    within === null
      ? { standardError: Math.sqrt(squaresOf(means) / (groups - 1) / groups), degrees: groups - 1 }
      : {
          standardError: Math.sqrt(within.reduce((sum, variance) => sum + variance / rollouts, 0)) / groups,
          degrees: groups * (rollouts - 1),
        };
  return { reward: meanOf(means), error, deviation: 1 };
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
      return { ...iterationOf(means, null, rollouts), deviation: 0.4 };
    };
  const tasks = Array.from({ length: groups }, () => Math.sqrt(TASK_VARIANCE) * draws.normal());
  if (sampling.hasSameTasks)
    return (shift) => {
      const drawn = tasks.map((task) =>
        Array.from({ length: rollouts }, () => shift + task + Math.sqrt(1 - TASK_VARIANCE) * draws.normal()),
      );
      return iterationOf(
        drawn.map(meanOf),
        drawn.map((group) => squaresOf(group) / (rollouts - 1)),
        rollouts,
      );
    };
  const deviation = Math.sqrt(TASK_VARIANCE + (1 - TASK_VARIANCE) / rollouts);
  return (shift) =>
    iterationOf(
      Array.from({ length: groups }, () => shift + deviation * draws.normal()),
      null,
      rollouts,
    );
}

/** Runs one simulated run and returns the first iteration with a word, from 1; null if it never gets one. */
export function firstWord(
  sampling: Sampling,
  seed: number,
  iterations: number,
  { shift, isWord }: { shift: (index: number) => number; isWord: (trend: Trend, index: number) => boolean },
): number | null {
  const trend = new RewardTrend();
  const draw = sampler(sampling, seed);
  for (let index = 0; index < iterations; index++) {
    if (isWord(trend.add(draw(shift(index))), index)) return index + 1;
  }
  return null;
}

const isAnyWord = ({ kind }: Trend) => kind === "rising" || kind === "falling" || kind === "fell";

/** Returns the share of runs of pure noise that ever get a word while they are looked at after each iteration. */
export function falseAlarmRate(sampling: Sampling, iterations: number, runs: number): number {
  let alarms = 0;
  for (let seed = 1; seed <= runs; seed++) {
    if (firstWord(sampling, seed, iterations, { shift: () => 0, isWord: isAnyWord }) !== null) alarms++;
  }
  return alarms / runs;
}
