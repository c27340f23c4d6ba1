import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDifference } from "./format-score";

/** A comparison, and its p corrected for the others beside it where a page shows several. */
type Compared = EvaluationComparison & { readonly holm_p?: number | null };

const MAX_P = 0.05;
const MIN_SHOWN_P = 0.001;

/** Returns a p as text, without its leading zero. */
export const pText = (p: number): string => (p < MIN_SHOWN_P ? "< .001" : p.toFixed(3).replace(/^0/, ""));

interface Tested {
  readonly p: number | null;
  readonly holm_p?: number | null;
}

/** Returns the p that counts: corrected where others stand beside it, its own for a single comparison. */
const decidingP = ({ p, holm_p: corrected }: Tested): number | null => corrected ?? p;

/** Returns the p that counts as text, such as `p .065 after correction for …`. Without a test p is 1. */
export function decidingPWords(tested: Tested, correctedFor: string): string {
  const words = `p ${pText(decidingP(tested) ?? 1)}`;
  return tested.holm_p == null ? words : `${words} after correction for ${correctedFor}`;
}

const isShown = ({ verdict }: Pick<Compared, "verdict">): boolean => verdict === "higher" || verdict === "lower";

/**
 * True when a difference may be chance: it gets `≈` and no colour. A mean of several scores has no test, so that its interval
 * alone decides.
 */
export const isWithinNoise = (compared: Tested & Pick<Compared, "verdict">): boolean =>
  !isShown(compared) || (decidingP(compared) ?? 0) > MAX_P;

/** Returns how a comparison must be read, in a sentence. */
export function verdictWords(compared: Compared): string {
  const { interval, examples, higher, lower, verdict } = compared;
  const range = interval === null ? "" : `${formatDifference(interval.low)} to ${formatDifference(interval.high)}`;
  switch (verdict) {
    case "none":
      return "No shared examples.";
    case "too-few-examples":
      return `Too few to compare: ${countOf(examples, "shared example")}, 10 needed.`;
    case "too-few-changes":
      return `Too few changes to test: ${countOf(higher + lower, "example")} changed, 6 needed.`;
    case "no-difference-shown":
      return `No difference shown; could be from ${range}.${wouldDo(compared)}`;
    default:
      if (isWithinNoise(compared))
        return `No difference shown: ${range} (95% interval), but ${decidingPWords(compared, "all comparisons of this page")}.`;
      return `${verdict === "higher" ? "Higher" : "Lower"}: ${range} (95% interval).`;
  }
}

function wouldDo({ needed_examples: needed, detectable_difference: detectable }: EvaluationComparison): string {
  if (needed !== null) return ` About ${formatCount(needed)} examples would show a difference of this size.`;
  return detectable === null
    ? ""
    : ` These examples show differences from about ${formatDifference(detectable).replace("+", "")}.`;
}
