import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDifference } from "./format-score";

/** True when a difference may be chance: it gets `≈` and no colour. */
export const isWithinNoise = ({ verdict }: EvaluationComparison): boolean =>
  verdict !== "higher" && verdict !== "lower";

/** Returns how a comparison must be read, in a sentence. */
export function verdictWords(compared: EvaluationComparison): string {
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
      return `${verdict === "higher" ? "Higher" : "Lower"}: ${range} (95% interval).`;
  }
}

function wouldDo({ needed_examples: needed, detectable_difference: detectable }: EvaluationComparison): string {
  if (needed !== null) return ` About ${formatCount(needed)} examples would show a difference of this size.`;
  return detectable === null
    ? ""
    : ` These examples show differences from about ${formatDifference(detectable).replace("+", "")}.`;
}
