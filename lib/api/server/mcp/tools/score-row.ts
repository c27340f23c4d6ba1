import { z } from "zod";
import type { ScoreFigures } from "@/lib/api/contract/calls/score-figures";
import { countOf } from "@/lib/format/count";
import { formatShortShare } from "@/lib/format/share";
import { scoreLabel } from "@/lib/score/score-field";
import { scoreText } from "@/lib/score/score-text";

/** The newest values of a score of some calls. */
export const scoreRow = z.object({
  score: z.string().describe("The name, as `score.NAME` in a query reads it."),
  calls: z.number().describe("Calls with a value; the others are not part of the figures."),
  mean: z.number().nullable().describe("Of numbers."),
  min: z.number().nullable(),
  max: z.number().nullable(),
  true_share: z.number().nullable().describe("Of booleans, 0 to 1."),
});

type ScoreRow = z.infer<typeof scoreRow>;

export function scoreRowOf(field: string, figures: ScoreFigures): ScoreRow {
  const booleans = figures.true_count + figures.false_count;
  return {
    score: scoreLabel(field),
    calls: figures.call_count,
    mean: figures.mean,
    min: figures.min,
    max: figures.max,
    true_share: booleans === 0 ? null : figures.true_count / booleans,
  };
}

/** `close: mean 0.82 (0 to 1), 12 calls`. */
export function scoreRowText({ score, calls, mean, min, max, true_share: trues }: ScoreRow): string {
  const range = min === null || max === null ? "" : ` (${scoreText(min)} to ${scoreText(max)})`;
  const parts = [
    mean === null ? null : `mean ${scoreText(mean)}${range}`,
    trues === null ? null : `true for ${formatShortShare(trues)}`,
    countOf(calls, "call"),
  ];
  return `${score}: ${parts.filter((part) => part !== null).join(", ")}`;
}
