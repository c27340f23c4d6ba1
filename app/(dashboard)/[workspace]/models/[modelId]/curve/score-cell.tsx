import { ChangeMark } from "@/components/evaluation/change-mark";
import { Unknown } from "@/components/table/cells";
import { Link } from "@/components/ui/link";
import type {
  CheckpointEvaluation,
  EvaluatedCheckpoint,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import { formatDifference, formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";
import { formatCount } from "@/lib/format/count";
import { decidingScore } from "./prepare-curve";
import { RunState } from "./run-state";
import type { ScoreChange } from "./use-score-changes";

type ScoreCellProps = {
  slug: string;
  settings: NonNullable<CheckpointEvaluation["settings"]>;
  checkpoint: EvaluatedCheckpoint | undefined;
  /** The change from the evaluated checkpoint before it, once it is loaded. */
  change: ScoreChange | undefined;
  /** The mean of the untrained checkpoint. */
  baseMean: number | null;
};

/** The score that decides, of one checkpoint: with its interval and changes, or the state of its evaluation. */
export function ScoreCell({ slug, settings, checkpoint, change, baseMean }: ScoreCellProps) {
  const run = checkpoint?.run ?? null;
  if (!checkpoint || run === null) return <Unknown />;
  if (run.state !== "finished") return <RunState run={run} />;
  const score = decidingScore(checkpoint, settings.score);
  if (score === null || score.mean === null || run.call_id === null)
    return <span title={`No trial has a value of ${settings.score}.`}>no value</span>;
  const { mean, low, high } = score;
  return (
    <span className="grid leading-[17px]">
      <Link
        href={evaluationHref(slug, run.call_id)}
        title={`Open the evaluation of step ${checkpoint.step}`}
        className="text-accent-text hover:underline"
      >
        {formatScore(mean)}
        {low === null || high === null ? null : (
          <span className="text-micro text-ink-3"> {formatInterval({ low, high })}</span>
        )}
        <span className="text-micro text-ink-3"> n {formatCount(score.example_count)}</span>
      </Link>
      <span className="inline-flex items-center justify-end gap-1.5 text-micro text-ink-3">
        {change ? (
          <ChangeMark
            change={change.change}
            direction={settings.direction}
            againstName={`step ${change.againstStep}`}
          />
        ) : null}
        {baseMean === null || checkpoint.step === 0 ? null : (
          <span title="Change from the untrained checkpoint">{formatDifference(mean - baseMean)} from base</span>
        )}
      </span>
    </span>
  );
}
