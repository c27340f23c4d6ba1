import { fairBinomialAtMost, normalTwoSided, Z_95 } from "./distributions";
import type { Interval } from "./intervals";
import { seededIntegers } from "./seeded-random";

/** Up to this number of non-zero differences all combinations of signs are tried. */
const MAX_ALL_SIGNS = 14;
const DRAW_COUNT = 10_000;
/** Random signs in one drawn integer. */
const BITS = 32;
/** Above this number of differences, the sum of random signs is normal: variance Σd². */
const MAX_DRAWN_DIFFERENCES = 500;
/** Sums that differ by rounding alone count as equal. */
const ROUNDING = 1e-9;

/**
 * Returns the two-sided p of the hypothesis that the sign of each difference is random (Fisher's randomization test of
 * paired data): the share of all 2ⁿ sign combinations whose sum is at least as far from 0 as the observed one, for n ≤
 * 14; otherwise (1 + hits)/(1 + 10,000) over drawn combinations, from a fixed seed. Above 500 differences, the normal
 * approximation of the same sum.
 */
export function signFlipP(differences: readonly number[]): number {
  // A zero is the same with either sign.
  const moved = differences.filter((difference) => difference !== 0);
  if (moved.length === 0) return 1;
  const observed = Math.abs(moved.reduce((sum, value) => sum + value, 0));
  const squares = moved.reduce((sum, value) => sum + value * value, 0);
  const least = observed - ROUNDING * Math.sqrt(squares);
  if (moved.length > MAX_DRAWN_DIFFERENCES) return normalTwoSided(observed / Math.sqrt(squares));
  return moved.length <= MAX_ALL_SIGNS ? allSignsP(moved, least) : drawnSignsP(moved, least);
}

function allSignsP(values: readonly number[], least: number): number {
  const combinations = 2 ** values.length;
  let hits = 0;
  for (let signs = 0; signs < combinations; signs++) {
    let sum = 0;
    for (let at = 0; at < values.length; at++) sum += (signs >> at) & 1 ? -(values[at] ?? 0) : (values[at] ?? 0);
    if (Math.abs(sum) >= least) hits++;
  }
  return hits / combinations;
}

/** Each bit of a drawn integer is the sign of one value: the sum with signs is 2·(sum of the positive ones) − sum. */
function drawnSignsP(values: readonly number[], least: number): number {
  const next = seededIntegers();
  const numbers = Float64Array.from(values);
  const total = numbers.reduce((sum, value) => sum + value, 0);
  let hits = 0;
  for (let draw = 0; draw < DRAW_COUNT; draw++) {
    let positive = 0;
    for (let start = 0; start < numbers.length; start += BITS) {
      let signs = next();
      const end = Math.min(start + BITS, numbers.length);
      for (let at = start; at < end; at++) {
        positive += (signs & 1) * (numbers[at] ?? 0);
        signs >>>= 1;
      }
    }
    if (Math.abs(2 * positive - total) >= least) hits++;
  }
  return (1 + hits) / (1 + DRAW_COUNT);
}

/**
 * Returns the exact two-sided p of McNemar's test of pass/fail pairs with one trial each: min(1, 2·P(Bin(b+c, ½) ≤
 * min(b, c))) with b examples that got better and c that got worse. The sign test of wins against losses is the same.
 */
export function mcnemarP(better: number, worse: number): number {
  return better + worse === 0 ? 1 : Math.min(1, 2 * fairBinomialAtMost(Math.min(better, worse), better + worse));
}

/**
 * Returns the interval of a difference of two pass rates on the same examples, one trial each, after Bonett and Price
 * (Adjusted Wald confidence interval for a difference of binomial proportions based on paired data, 2012): with p₁ = (b+1)/(n+2) and p₂ = (c+1)/(n+2), p₁ − p₂ ± z·√((p₁ + p₂ − (p₁−p₂)²)/(n+2)).
 */
export function passDifferenceInterval(better: number, worse: number, examples: number): Interval {
  const size = examples + 2;
  const [first, second] = [(better + 1) / size, (worse + 1) / size];
  const difference = first - second;
  const half = Z_95 * Math.sqrt((first + second - difference ** 2) / size);
  return { low: difference - half, high: difference + half };
}

/**
 * Returns Holm's adjusted p values, in the order given: sorted ascending, the i-th of m is multiplied by m − i + 1, and
 * none is smaller than the one before (Holm, Scandinavian Journal of Statistics 6, 1979).
 */
export function holmAdjusted(ps: readonly number[]): number[] {
  const order = ps.map((p, index) => ({ p, index })).sort((left, right) => left.p - right.p);
  const adjusted = new Array<number>(ps.length).fill(1);
  let floor = 0;
  for (const [rank, { p, index }] of order.entries()) {
    floor = Math.max(floor, Math.min(1, p * (ps.length - rank)));
    adjusted[index] = floor;
  }
  return adjusted;
}
