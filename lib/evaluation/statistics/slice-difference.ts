import { deviationOf, type Interval, meanOf } from "./intervals";
import { detectableDifference } from "./sample-size";
import { fisherP, permutationP } from "./unpaired-tests";

/** How the difference of two slices must be read. */
type SliceVerdict =
  /** A slice without a value. */
  | "none"
  /** Fewer than ten rows with a value in a slice. */
  | "too-few-examples"
  /** The interval includes 0. */
  | "no-difference-shown"
  | "higher"
  | "lower";

/** The rows of a slice: one value each, and the interval of their mean; null below ten. */
interface MeasuredSlice {
  readonly values: readonly number[];
  readonly interval: Interval | null;
}

/** The second of two slices compared with the first. */
export interface SliceDifference {
  readonly difference: number | null;
  readonly interval: Interval | null;
  /** Null where a slice has fewer than ten rows. */
  readonly p: number | null;
  readonly test: "fisher" | "permutation" | null;
  readonly verdict: SliceVerdict;
  /** The smallest difference that these rows can show; null where no row differs from another. */
  readonly detectableDifference: number | null;
}

/**
 * Compares two slices that share no row, so that nothing pairs their values.
 *
 * The interval is made of those of the two means, whose distances to their ends add up as squares (see
 * {@link differenceInterval}). Slices of only zeros and ones get Fisher's exact test, all others a permutation test.
 */
export function compareSlices(first: MeasuredSlice, second: MeasuredSlice): SliceDifference {
  const nothing = { interval: null, p: null, test: null, detectableDifference: null };
  if (first.values.length === 0 || second.values.length === 0) return { ...nothing, difference: null, verdict: "none" };
  const difference = meanOf(second.values) - meanOf(first.values);
  const interval = differenceInterval(first, second);
  if (interval === null) return { ...nothing, difference, verdict: "too-few-examples" };
  const isPasses = [...first.values, ...second.values].every((value) => value === 0 || value === 1);
  const spread = Math.hypot(standardError(first.values), standardError(second.values));
  return {
    difference,
    interval,
    p: isPasses ? passesP(first.values, second.values) : permutationP(first.values, second.values),
    test: isPasses ? "fisher" : "permutation",
    verdict: interval.low > 0 ? "higher" : interval.high < 0 ? "lower" : "no-difference-shown",
    detectableDifference: spread > 0 ? detectableDifference(spread, 1) : null,
  };
}

/**
 * Returns the interval of a difference of independent means, of the intervals of both: with means m and ends l and u,
 * d − √((m₂−l₂)² + (u₁−m₁)²) to d + √((u₂−m₂)² + (m₁−l₁)²). Of two Wilson intervals this is method 10 of Newcombe
 * (Statistics in Medicine 17, 1998); Zou and Donner (Statistics in Medicine 27, 2008) have it for any other ones.
 */
function differenceInterval(first: MeasuredSlice, second: MeasuredSlice): Interval | null {
  if (first.interval === null || second.interval === null) return null;
  const [before, after] = [meanOf(first.values), meanOf(second.values)];
  const difference = after - before;
  return {
    low: difference - Math.hypot(after - second.interval.low, first.interval.high - before),
    high: difference + Math.hypot(second.interval.high - after, before - first.interval.low),
  };
}

const standardError = (values: readonly number[]): number => deviationOf(values) / Math.sqrt(values.length);

function passesP(first: readonly number[], second: readonly number[]): number {
  const passed = (values: readonly number[]) => values.filter((value) => value === 1).length;
  return fisherP([passed(first), first.length], [passed(second), second.length]);
}
