import { type RewardedIteration, RewardTrend, type Trend } from "@/service/training/training-runs/figures/reward-trend";

const MODULUS = 2 ** 32;

/** Returns uniform numbers between 0 and 1, the same for the same seed: s ← (1664525·s + 1013904223) mod 2³². */
function uniforms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return (state + 0.5) / MODULUS;
  };
}

/** Returns numbers of mean 0 and deviation 1: each the sum of 12 uniform ones, less 6. */
function normals(seed: number): () => number {
  const next = uniforms(seed);
  return () => {
    let sum = -6;
    for (let count = 0; count < 12; count++) sum += next();
    return sum;
  };
}

interface NoiseSettings {
  readonly count: number;
  readonly seed: number;
  readonly mean: (index: number) => number;
  readonly deviation: number;
  /** Of the noise of neighbours. */
  readonly autocorrelation?: number;
}

/** Returns a series of means with normal noise. */
export function noisySeries({ count, seed, mean, deviation, autocorrelation = 0 }: NoiseSettings): number[] {
  const next = normals(seed);
  let noise = 0;
  return Array.from({ length: count }, (_, index) => {
    noise = autocorrelation * noise + next();
    return mean(index) + deviation * noise;
  });
}

/** Returns the iterations of a run whose rollouts are not known. */
export const loggedRun = (rewards: readonly number[]): RewardedIteration[] =>
  rewards.map((reward) => ({ reward, error: null, deviation: null }));

/** Returns the iterations of a run with the same standard error in each. */
export const groupedRun = (
  rewards: readonly number[],
  { standardError, degrees, deviation }: { standardError: number; degrees: number; deviation: number },
): RewardedIteration[] => rewards.map((reward) => ({ reward, error: { standardError, degrees }, deviation }));

/** Returns the last trend of a run, and each kind with the number of iterations after which it appeared. */
export function judged(iterations: readonly RewardedIteration[]) {
  const trend = new RewardTrend();
  const kinds: [number, Trend["kind"]][] = [];
  for (const [index, one] of iterations.entries()) {
    const kind = trend.add(one);
    if (kinds.at(-1)?.[1] !== kind) kinds.push([index + 1, kind]);
  }
  const last = trend.now;
  if (last === null) throw new Error("A run without iterations has no trend.");
  return { last, kinds };
}
