import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import { formatCount } from "@/lib/format/count";

/** How trials without a value count, the same in the list, on a run's page, in comparisons and in exports. */
export const COUNTING_RULE =
  "Mean over examples with a value. Failed trials count as 0 in yes-or-no scores; otherwise they, and missing scores, are left out.";

/** Returns the rule for one kind of score in a few words. */
export const countingWords = (kind: ScoreFigures["kind"]): string =>
  kind === "boolean" ? "failed = 0, missing left out" : "failed and missing left out";

/** Returns how many examples have a value: `158 of 160`; only the number where all have one. */
export const countedText = (withValue: number, examples: number): string =>
  withValue === examples ? formatCount(examples) : `${formatCount(withValue)} of ${formatCount(examples)}`;
