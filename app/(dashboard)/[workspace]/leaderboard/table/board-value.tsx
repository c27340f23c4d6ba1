import { IntervalBar } from "@/components/evaluation/interval-bar";
import { Unknown } from "@/components/table/cells";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import type { BoardCell } from "@/lib/evaluation/runs/leaderboard";
import { isWithinNoise } from "@/lib/evaluation/runs/verdict-words";
import type { Interval } from "@/lib/evaluation/statistics/intervals";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

type BestValueProps = {
  value: number;
  interval: Interval | null;
  domain: { readonly low: number; readonly high: number };
  isBest: boolean;
  /** True where the difference to the best one is within noise. */
  isTied: boolean;
};

/** A value with its interval; the best of its column and those within noise of it are marked. */
export function BestValue({ value, interval, domain, isBest, isTied }: BestValueProps) {
  return (
    <span className="relative inline-flex items-center gap-2">
      <span
        aria-hidden="true"
        className={classNames("w-3 text-center", isBest ? "text-ok" : "text-ink-3", !isBest && !isTied && "invisible")}
      >
        {isBest ? "●" : "≈"}
      </span>
      <span className={classNames(isBest && "font-semibold text-ok")}>
        {formatScore(value)}
        {isBest || isTied ? <span className="sr-only">{isBest ? " best" : " within noise of the best"}</span> : null}
      </span>
      <IntervalBar value={value} interval={interval} domain={domain} isHollow={interval === null} />
    </span>
  );
}

type BoardValueProps = {
  workspace: Workspace;
  cell: BoardCell | undefined;
  /** Its difference to the best value of the column. */
  change: EvaluationComparison | null;
  /** The run of the column that goes on, where no other has ended. */
  unfinished: EvaluationRun | undefined;
  /** The form that runs what is missing; null where it cannot be run. */
  runHref: string | null;
  /** Whether the number of rows is shown: they are only some of the dataset. */
  hasCount: boolean;
};

/** The score of a model in one column, or how it can be had. */
export function BoardValue({ workspace, cell, change, unfinished, runHref, hasCount }: BoardValueProps) {
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
  const { mean, interval, bin_start: low, bin_end: high, example_count: count } = cell.score;
  return (
    <Link href={evaluationHref(workspace.slug, cell.run.id)} className="hover:underline">
      <BestValue
        value={mean}
        interval={interval}
        domain={{ low: low ?? 0, high: high ?? 1 }}
        isBest={cell.isBest}
        isTied={change !== null && isWithinNoise(change)}
      />
      {hasCount ? <span className="text-micro text-ink-3"> n {formatCount(count)}</span> : null}
    </Link>
  );
}
