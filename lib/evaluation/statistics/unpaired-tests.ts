import { logFactorial, normalTwoSided } from "./distributions";
import { meanOf } from "./intervals";
import { seededIntegers } from "./seeded-random";

const DRAW_COUNT = 10_000;
/** Above this number of values in the smaller group, the mean of a random group is normal. */
const MAX_DRAWN_VALUES = 500;
/** Sums and probabilities that differ by rounding alone count as equal. */
const ROUNDING = 1e-9;
const TWO_TO_32 = 2 ** 32;

/** Passes among examples. */
type PassCount = readonly [passes: number, examples: number];

/**
 * Returns the exact two-sided p of the hypothesis that two groups pass at the same rate (Fisher, Statistical Methods for
 * Research Workers, 1934): with all row and column sums fixed, the probability of every table that is at most as likely
 * as the observed one.
 */
export function fisherP([passesA, examplesA]: PassCount, [passesB, examplesB]: PassCount): number {
  const [passes, examples] = [passesA + passesB, examplesA + examplesB];
  const all = logChoose(examples, passes);
  const probability = (inA: number) => Math.exp(logChoose(examplesA, inA) + logChoose(examplesB, passes - inA) - all);
  const most = probability(passesA) * (1 + ROUNDING);
  let sum = 0;
  for (let inA = Math.max(0, passes - examplesB); inA <= Math.min(examplesA, passes); inA++) {
    const each = probability(inA);
    if (each <= most) sum += each;
  }
  return Math.min(1, sum);
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/**
 * Returns the two-sided p of the hypothesis that it is chance which values are in which group: (1 + hits)/(1 + 10,000)
 * over drawn divisions of all values into groups of the same sizes, from a fixed seed, where a hit is a mean of the smaller
 * group that is at least as far from the mean of all as the observed one. Where the smaller group has more than 500
 * values, the normal approximation of the same: variance s²·(1/n₁ + 1/n₂) of the difference, with s over all values.
 */
export function permutationP(first: readonly number[], second: readonly number[]): number {
  const [smaller, larger] = first.length <= second.length ? [first, second] : [second, first];
  const values = Float64Array.from([...smaller, ...larger]);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let squares = 0;
  for (const [at, value] of values.entries()) {
    values[at] = value - mean;
    squares += (value - mean) ** 2;
  }
  if (squares === 0) return 1;
  const variance = squares / (values.length - 1);
  if (smaller.length > MAX_DRAWN_VALUES) {
    const error = Math.sqrt(variance * (1 / first.length + 1 / second.length));
    return normalTwoSided((meanOf(second) - meanOf(first)) / error);
  }
  return drawnP(values, smaller.length, ROUNDING * Math.sqrt(squares));
}

/** @param values distances to their mean, those of the observed group first */
function drawnP(values: Float64Array, count: number, rounding: number): number {
  const next = seededIntegers();
  let observed = 0;
  for (let at = 0; at < count; at++) observed += values[at] ?? 0;
  const least = Math.abs(observed) - rounding;
  let hits = 0;
  for (let draw = 0; draw < DRAW_COUNT; draw++) {
    let sum = 0;
    // The first values of a shuffle; each draw begins with the order that the draw before it left.
    for (let at = 0; at < count; at++) {
      const chosen = at + Math.floor((next() / TWO_TO_32) * (values.length - at));
      const value = values[chosen] ?? 0;
      values[chosen] = values[at] ?? 0;
      values[at] = value;
      sum += value;
    }
    if (Math.abs(sum) >= least) hits++;
  }
  return (1 + hits) / (1 + DRAW_COUNT);
}
