import { IntervalBar } from "@/components/evaluation/interval-bar";
import { Unknown } from "@/components/table/cells";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import type { BoardCell } from "@/lib/evaluation/runs/leaderboard";
import type { Interval } from "@/lib/evaluation/statistics/intervals";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

type BestValueProps = {
  value: number;
  interval: Interval | null;
  domain: { readonly low: number; readonly high: number };
  isBest: boolean;
};

/** A value with its interval; the best of its column is marked. */
export function BestValue({ value, interval, domain, isBest }: BestValueProps) {
  return (
    <span className="relative inline-flex items-center gap-2">
      <span aria-hidden="true" className={classNames("text-ok", !isBest && "invisible")}>
        ●
      </span>
      <span className={classNames(isBest && "font-semibold text-ok")}>
        {formatScore(value)}
        {isBest ? <span className="sr-only"> best</span> : null}
      </span>
      <IntervalBar value={value} interval={interval} domain={domain} isHollow={interval === null} />
    </span>
  );
}

type BoardValueProps = {
  workspace: Workspace;
  cell: BoardCell | undefined;
  /** The run of the column that goes on, where no other has ended. */
  unfinished: EvaluationRun | undefined;
  /** The form that runs what is missing; null where it cannot be run. */
  runHref: string | null;
};

/** The score of a model in one column, or how it can be had. */
export function BoardValue({ workspace, cell, unfinished, runHref }: BoardValueProps) {
  if (cell === undefined && unfinished !== undefined) {
    const { ended_trial_count: ended, expected_trial_count: expected } = unfinished;
    return (
      <Link href={evaluationHref(workspace.slug, unfinished.id)} className="text-run hover:underline">
        {expected === null ? "running" : `${formatCount(ended)} of ${formatCount(expected)}`}
      </Link>
    );
  }
  if (cell === undefined) {
    return (
      <span className="inline-flex items-center gap-2 text-ink-3">
        not evaluated
        {runHref === null ? null : (
          <Link href={runHref} className="inline-block text-accent-text hover:underline">
            Run
          </Link>
        )}
      </span>
    );
  }
  if (cell.score === undefined) return <Skeleton className="w-16" />;
  if (cell.score === null || cell.score.mean === null) return <Unknown />;
  const { mean, interval, bin_start: low, bin_end: high } = cell.score;
  return (
    <Link href={evaluationHref(workspace.slug, cell.run.id)} className="hover:underline">
      <BestValue value={mean} interval={interval} domain={{ low: low ?? 0, high: high ?? 1 }} isBest={cell.isBest} />
    </Link>
  );
}
