import { tQuantile95, Z_95 } from "./distributions";
import { seededIntegers } from "./seeded-random";

/** A 95 % interval. A type, not an interface: it must be assignable to the loose objects of the wire. */
export type Interval = { readonly low: number; readonly high: number };

/** Fewer examples get figures without an interval. */
export const MIN_INTERVAL_EXAMPLES = 10;

/** Draws of a resampling. */
const DRAW_COUNT = 10_000;

/**
 * Above this number of examples the mean of a resample is normal for all practical purposes: the t interval agrees with
 * the resampled one to less than a hundredth of its width, and 10,000 draws over 10,000 examples take half a second.
 */
const MAX_RESAMPLED_EXAMPLES = 500;

/**
 * Returns Wilson's interval of a pass rate, for one trial per example.
 *
 * (p̂ + z²/2n ± z·√(p̂(1−p̂)/n + z²/4n²)) / (1 + z²/n), from Wilson, Journal of the American Statistical Association 22
 * (1927). Unlike p̂ ± z·√(p̂(1−p̂)/n) it is never empty at 0 or 1 and never leaves 0–1.
 *
 * @param z normal quantile of the interval; of 95 % by default
 */
export function wilsonInterval(passes: number, examples: number, z = Z_95): Interval {
  const share = passes / examples;
  const z2 = z ** 2;
  const center = share + z2 / (2 * examples);
  const half = z * Math.sqrt((share * (1 - share)) / examples + z2 / (4 * examples ** 2));
  const scale = 1 + z2 / examples;
  return {
    low: passes === 0 ? 0 : (center - half) / scale,
    high: passes === examples ? 1 : (center + half) / scale,
  };
}

/**
 * Returns the interval of a mean over examples, null below ten of them.
 *
 * Up to 500 examples: the 2.5 % and 97.5 % quantiles of the means of 10,000 resamples of the examples, drawn with
 * replacement from a fixed seed (percentile bootstrap, Efron 1979). Above: mean ± t(0.975, n−1)·s/√n.
 *
 * @param values one per example, the mean of its trials: trials of an example are not independent
 */
export function meanInterval(values: readonly number[]): Interval | null {
  if (values.length < MIN_INTERVAL_EXAMPLES) return null;
  return meanMethod(values.length) === "t" ? tInterval(values) : resampledInterval(values);
}

/** Returns the method of {@link meanInterval} for a number of examples. */
export const meanMethod = (examples: number): "resampled" | "t" =>
  examples > MAX_RESAMPLED_EXAMPLES ? "t" : "resampled";

export function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Returns the sample standard deviation (n−1), 0 for a single value. */
export function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = meanOf(values);
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

function tInterval(values: readonly number[]): Interval {
  const mean = meanOf(values);
  const half = (tQuantile95(values.length - 1) * deviationOf(values)) / Math.sqrt(values.length);
  return { low: mean - half, high: mean + half };
}

/**
 * Each half of a drawn integer chooses one value: the upper bits of half × count. With at most 500 values each is chosen
 * with a probability within a hundredth of 1/count.
 */
function resampledInterval(values: readonly number[]): Interval {
  const next = seededIntegers();
  const count = values.length;
  const numbers = Float64Array.from(values);
  const means = new Float64Array(DRAW_COUNT);
  for (let draw = 0; draw < DRAW_COUNT; draw++) {
    let sum = 0;
    let at = 0;
    for (; at + 1 < count; at += 2) {
      const drawn = next();
      sum += (numbers[((drawn >>> 16) * count) >>> 16] ?? 0) + (numbers[((drawn & 0xffff) * count) >>> 16] ?? 0);
    }
    if (at < count) sum += numbers[((next() >>> 16) * count) >>> 16] ?? 0;
    means[draw] = sum / count;
  }
  means.sort();
  return { low: quantileOf(means, 0.025), high: quantileOf(means, 0.975) };
}

/** Returns a quantile of sorted values, interpolated between the two nearest. */
export function quantileOf(sorted: Float64Array | readonly number[], share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const first = sorted[below] ?? Number.NaN;
  const second = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return first + (second - first) * (position - below);
}

/** Returns the upper bound of a rate of which nothing was seen in n examples: the "rule of three", 3/n. */
export function unseenRateBound(examples: number): number {
  return Math.min(1, 3 / examples);
}
