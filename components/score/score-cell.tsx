import { Unknown } from "@/components/table/cells";
import { Skeleton } from "@/components/ui/skeleton";
import type { RowScores } from "@/lib/score/row-scores";
import { scoreOfField } from "@/lib/score/score-field";
import type { ScoreDomain } from "@/lib/score/score-text";
import { ScoreValue } from "./score-value";

type ScoreCellProps = {
  scores: RowScores;
  field: string;
  domain: ScoreDomain | null;
};

/** One score of a row: the newest value, and how many there are; of a thread, the mean of numbers. */
export function ScoreCell({ scores, field, domain }: ScoreCellProps) {
  if (scores === null) return <Skeleton className="w-1/2" />;
  if (scores === "failed") return <span className="text-err">could not be loaded</span>;
  const score = scoreOfField(scores, field);
  if (score === undefined) return <Unknown />;
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      {score.count > 1 ? (
        <span className="flex-none text-micro text-ink-3" title={`${score.count} values`}>
          ×{score.count}
        </span>
      ) : null}
      <ScoreValue value={score.mean ?? score.value} domain={domain} />
    </span>
  );
}
