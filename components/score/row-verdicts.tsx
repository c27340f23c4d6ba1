import type { RowScores } from "@/lib/score/row-scores";
import { ScoreValue } from "./score-value";

const MAX_VERDICTS = 2;

/** The first numbers and booleans among the scores of a row, as short as a line on a phone allows. */
export function RowVerdicts({ scores }: { scores: RowScores }) {
  if (scores === null || scores === "failed") return null;
  return scores
    .filter(({ value }) => typeof value !== "string")
    .slice(0, MAX_VERDICTS)
    .map(({ name, source, value, mean }) => (
      <span key={`${name}@${source}`} className="inline-flex min-w-0 flex-none items-center gap-1">
        {name} <ScoreValue value={mean ?? value} />
      </span>
    ));
}
