import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { orderOperators, type SuggestionSource, textOperators } from "@/lib/filter/suggestions";
import { formatCount } from "@/lib/format/count";
import { scoreText } from "./score-text";

const HAS_VALUE = { sign: "*", hint: "has this score" } as const;

/** Returns the suggestions of the query box for the scores of a project, each with the values that were seen. */
export function scoreSuggestions(scores: readonly ProjectScore[]): readonly SuggestionSource[] {
  return scores.map((score) => ({
    field: score.field,
    hint: `${score.source}, ${rangeText(score)}`,
    values: score.values.map(({ value, count }) => ({ value, count })),
    operators: [
      ...(score.number_count > 0 ? orderOperators : []),
      ...(score.kind === "text" ? textOperators.filter(({ sign }) => sign === "~") : []),
      HAS_VALUE,
    ],
  }));
}

function rangeText({ kind, min, max, count }: ProjectScore): string {
  if (kind === "number" && min !== null && max !== null) return `${scoreText(min)} to ${scoreText(max)}`;
  if (kind === "boolean") return "true or false";
  return `${formatCount(count)} values`;
}
