import { deviationOf, type Interval, MIN_INTERVAL_EXAMPLES, meanInterval, meanMethod, meanOf } from "./intervals";
import { mcnemarP, passDifferenceInterval, signFlipP } from "./paired-tests";
import { detectableDifference, neededExamples } from "./sample-size";

/** How a comparison must be read. */
type ComparisonVerdict =
  /** No shared example. */
  | "none"
  /** Fewer than ten shared examples. */
  | "too-few-examples"
  /** Fewer than six examples changed: no test can reach 0.05. */
  | "too-few-changes"
  /** The interval includes 0. */
  | "no-difference-shown"
  | "higher"
  | "lower";

/** A run compared with a baseline on their shared examples. Differences are run minus baseline. */
export interface PairedComparison {
  readonly examples: number;
  readonly difference: number | null;
  readonly interval: Interval | null;
  readonly intervalMethod: "bonett-price" | "resampled" | "t" | null;
  /** Null where no test can reach 0.05. */
  readonly p: number | null;
  readonly test: "mcnemar" | "sign-flip" | null;
  readonly higher: number;
  readonly same: number;
  readonly lower: number;
  readonly verdict: ComparisonVerdict;
  /** The examples that would do, where no difference is shown. */
  readonly neededExamples: number | null;
  /** The smallest difference that these examples can show; null where none differs. */
  readonly detectableDifference: number | null;
}

/** With 5:0 changes the exact test gives 0.0625. */
const MIN_CHANGED_EXAMPLES = 6;

/** The smallest difference of pass rates that examples are proposed for. */
const MIN_SOUGHT_DIFFERENCE = 0.01;

/**
 * Compares two runs on shared examples.
 *
 * The difference is the mean of dᵢ = runᵢ − baselineᵢ with one value per example. Pass/fail scores with one trial get
 * the exact McNemar test and Bonett and Price's interval; all others the sign-flip test and the interval of
 * {@link meanInterval} over dᵢ.
 *
 * @param differences one per shared example
 * @param isSinglePass true for pass/fail with one trial in both runs: then each difference is −1, 0 or 1
 * @param tieWidth differences up to this are ties: 0 for pass/fail, half a step for scales
 */
export function comparePaired(
  differences: readonly number[],
  { isSinglePass, tieWidth }: { readonly isSinglePass: boolean; readonly tieWidth: number },
): PairedComparison {
  const higher = differences.filter((difference) => difference > tieWidth).length;
  const lower = differences.filter((difference) => difference < -tieWidth).length;
  const counts = { examples: differences.length, higher, lower, same: differences.length - higher - lower };
  const nothing = {
    interval: null,
    intervalMethod: null,
    p: null,
    test: null,
    neededExamples: null,
    detectableDifference: null,
  } as const;
  if (differences.length === 0) return { ...counts, ...nothing, difference: null, verdict: "none" };
  const difference = meanOf(differences);
  if (differences.length < MIN_INTERVAL_EXAMPLES) {
    return { ...counts, ...nothing, difference, verdict: "too-few-examples" };
  }
  const interval = isSinglePass ? passDifferenceInterval(higher, lower, differences.length) : meanInterval(differences);
  const intervalMethod = isSinglePass ? ("bonett-price" as const) : meanMethod(differences.length);
  const changed = differences.filter((value) => value !== 0).length;
  const enough = enoughFor(differences, difference, isSinglePass);
  if (changed < MIN_CHANGED_EXAMPLES) {
    return { ...counts, ...nothing, ...enough, difference, interval, intervalMethod, verdict: "too-few-changes" };
  }
  const tested = isSinglePass
    ? { p: mcnemarP(higher, lower), test: "mcnemar" as const }
    : { p: signFlipP(differences), test: "sign-flip" as const };
  const verdict = verdictOf(interval);
  return {
    ...counts,
    ...nothing,
    detectableDifference: enough.detectableDifference,
    neededExamples: verdict === "no-difference-shown" ? enough.neededExamples : null,
    ...tested,
    difference,
    interval,
    intervalMethod,
    verdict,
  };
}

function verdictOf(interval: Interval | null): ComparisonVerdict {
  if (interval === null) return "too-few-examples";
  if (interval.low > 0) return "higher";
  return interval.high < 0 ? "lower" : "no-difference-shown";
}

/** The number of examples that would show the observed difference, or the difference that these would show. */
function enoughFor(differences: readonly number[], difference: number, isSinglePass: boolean) {
  const deviation = deviationOf(differences);
  const changing = differences.filter((value) => value !== 0).length / differences.length;
  const sought = Math.max(Math.abs(difference), MIN_SOUGHT_DIFFERENCE);
  return {
    neededExamples: isSinglePass && changing > 0 ? neededExamples(Math.max(changing, sought), sought) : null,
    detectableDifference: deviation > 0 ? detectableDifference(deviation, differences.length) : null,
  };
}

/** Returns the share of examples won, ties counted as half: (W + T/2)/n. */
export const winShare = ({ higher, same, examples }: PairedComparison): number | null =>
  examples === 0 ? null : (higher + same / 2) / examples;
