import { ChangeMark } from "@/components/evaluation/change-mark";
import { IntervalBar } from "@/components/evaluation/interval-bar";
import { CostCell, Unknown } from "@/components/table/cells";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Link } from "@/components/ui/link";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { formatTrials } from "@/lib/evaluation/runs/format-trials";
import type { BoardCell, BoardColumn, BoardRow } from "@/lib/evaluation/runs/leaderboard";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

type BoardLineProps = {
  workspace: Workspace;
  row: BoardRow;
  columns: readonly BoardColumn[];
  ranked: number;
  /** Of the run in the ranked column. */
  figures: EvaluationFigures | undefined;
  /** Of the same run, against the best one. */
  change: EvaluationComparison | null;
  bestModel: string | null;
};

/** A model of a leaderboard: its place, its scores, and what its run of the ranked column took. */
export function BoardLine({ workspace, row, columns, ranked, figures, change, bestModel }: BoardLineProps) {
  const cost = figures?.cost_usd ?? null;
  return (
    <tr className="hover:bg-hover">
      <RuledTableCell isEnd className="h-8">
        {row.place ?? <Unknown />}
      </RuledTableCell>
      <RuledTableCell className="h-8 text-code">{row.model || "unnamed model"}</RuledTableCell>
      {columns.map((column, index) => (
        <RuledTableCell key={column.key} className="h-8">
          <span className="inline-flex items-center gap-2">
            <BoardValue workspace={workspace} cell={row.cells[index]} />
            {index === ranked && change !== null ? (
              <ChangeMark change={change} direction={column.direction} againstName={bestModel || "the best model"} />
            ) : null}
          </span>
        </RuledTableCell>
      ))}
      <RuledTableCell isEnd className="h-8">
        {figures === undefined ? <Unknown /> : formatTrials(figures)}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-8">
        {figures?.latency_ms ? <Quantity text={formatDuration(figures.latency_ms.p50)} /> : <Unknown />}
      </RuledTableCell>
      <RuledTableCell isEnd className="h-8">
        <CostCell costUsd={cost === null ? null : cost / Math.max(1, figures?.trial_count ?? 1)} />
      </RuledTableCell>
    </tr>
  );
}

function BoardValue({ workspace, cell }: { workspace: Workspace; cell: BoardCell | undefined }) {
  if (cell === undefined) return <span className="text-ink-3">not evaluated</span>;
  if (cell.score === undefined) return <Skeleton className="w-16" />;
  if (cell.score === null || cell.score.mean === null) return <Unknown />;
  const { mean, interval, bin_start: low, bin_end: high } = cell.score;
  return (
    <Link
      href={evaluationHref(workspace.slug, cell.run.id)}
      className="relative inline-flex items-center gap-2 hover:underline"
    >
      <span aria-hidden="true" className={classNames("text-ok", !cell.isBest && "invisible")}>
        ●
      </span>
      <span className={classNames(cell.isBest && "font-semibold text-ok")}>
        {formatScore(mean)}
        {cell.isBest ? <span className="sr-only"> best</span> : null}
      </span>
      <IntervalBar
        value={mean}
        interval={interval}
        domain={{ low: low ?? 0, high: high ?? 1 }}
        isHollow={interval === null}
      />
    </Link>
  );
}
