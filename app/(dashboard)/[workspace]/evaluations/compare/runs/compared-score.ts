import type { EvaluationCompareResult } from "@/lib/api/contract/evaluations/comparison";
import { pText, verdictWords } from "@/lib/evaluation/runs/verdict-words";

/** A score of a run in a comparison. */
export type ComparedScore = EvaluationCompareResult["runs"][number]["scores"][number];

/** Returns the test behind a p in words, or why there is none. */
export function pWords(comparison: ComparedScore["comparison"]): string {
  if (comparison === null) return "No shared scores";
  if (comparison.p === null) return verdictWords(comparison);
  const test = comparison.test === "mcnemar" ? "Exact McNemar test" : "Sign-flip test";
  if (comparison.holm_p === null) return `${test}: p ${pText(comparison.p)}`;
  return `${test}: p ${pText(comparison.holm_p)}, corrected for all comparisons of this page (Holm)`;
}
