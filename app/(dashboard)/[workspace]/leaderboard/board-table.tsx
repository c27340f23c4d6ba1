"use client";

import { useQuery } from "@tanstack/react-query";
import { IntervalBar } from "@/components/evaluation/interval-bar";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Unknown } from "@/components/table/cells";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { Link } from "@/components/ui/link";
import { PageFoot } from "@/components/ui/page-head";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { MAX_FIGURE_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { type BoardCell, type BoardColumn, boardCells, boardRuns } from "@/lib/evaluation/runs/leaderboard";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

type BoardTableProps = {
  workspace: Workspace;
  name: string;
  description: string;
  columns: readonly BoardColumn[];
  runs: readonly EvaluationRun[];
};

/** Models by the scores of their newest runs. Values of one column are on the same examples. */
export function BoardTable({ workspace, name, description, columns, runs }: BoardTableProps) {
  const byColumn = columns.map((column) => boardRuns(column, runs));
  const ids = [...new Set(byColumn.flatMap((found) => [...found.values()].map(({ id }) => id)))];
  const shownIds = ids.slice(0, MAX_FIGURE_RUNS);
  const figures = useQuery({
    ...serviceQuery(workspace.connectionId, "evaluations.figures", {
      project_id: workspace.projectId,
      runs: shownIds.map((id) => ({ id })),
    }),
    enabled: shownIds.length > 0,
  });
  const models = [...new Set(byColumn.flatMap((found) => [...found.keys()]))];
  const cells = columns.map((column, index) =>
    boardCells(column, byColumn[index] ?? new Map(), figures.data?.runs ?? []),
  );
  if (figures.isError) {
    return (
      <FailureState
        failure={failureOf(figures.error)}
        onRetry={() => void figures.refetch()}
        isRetrying={figures.isFetching}
      />
    );
  }
  if (models.length === 0) {
    return (
      <PaneState kind="empty" title={`No finished evaluation for ${name} yet`}>
        Its columns name {columns.map(({ evaluationId }) => evaluationId).join(", ") || "no evaluation"}. Models appear
        here when such an evaluation ends.
      </PaneState>
    );
  }
  return (
    <>
      {description === "" ? null : <p className="flex-none px-4 pb-2 text-small text-ink-2">{description}</p>}
      <RuledTable label={name} className="border-t border-line">
        <thead>
          <tr>
            <RuledTableHeadCell>Model</RuledTableHeadCell>
            {columns.map((column) => (
              <RuledTableHeadCell key={column.key}>
                {column.evaluationId} <span className="text-code text-ink">{column.scoreId}</span>
                {column.direction === "lower" ? " (lower is better)" : ""}
              </RuledTableHeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model} className="hover:bg-hover">
              <RuledTableCell className="text-code">{model || "unnamed model"}</RuledTableCell>
              {columns.map((column, index) => (
                <RuledTableCell key={column.key}>
                  <BoardValue workspace={workspace} cell={cells[index]?.get(model)} />
                </RuledTableCell>
              ))}
            </tr>
          ))}
        </tbody>
      </RuledTable>
      <PageFoot>
        <span>{countOf(models.length, "model")}, newest finished evaluation of each</span>
        {ids.length > shownIds.length ? (
          <span className="text-warn">
            the newest {shownIds.length} of {ids.length} evaluations have values
          </span>
        ) : null}
        <span>● best; models whose intervals overlap may be equal: compare them to see the paired difference</span>
      </PageFoot>
    </>
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
      <span aria-hidden="true" className="w-2 text-ok">
        {cell.isBest ? "●" : ""}
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
