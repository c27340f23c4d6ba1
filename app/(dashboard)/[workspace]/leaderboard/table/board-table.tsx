"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useBoard } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import { BoardBar } from "@/app/(dashboard)/[workspace]/leaderboard/table/board-bar";
import { BoardHead } from "@/app/(dashboard)/[workspace]/leaderboard/table/board-head";
import { BoardLine } from "@/app/(dashboard)/[workspace]/leaderboard/table/board-line";
import { useMissingCells } from "@/app/(dashboard)/[workspace]/leaderboard/table/use-missing-cells";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { RuledTable } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageFoot } from "@/components/ui/page-head";
import { failureOf } from "@/lib/api/client/request-failure";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { type BoardColumn, findModels } from "@/lib/evaluation/runs/leaderboard";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

const BoardCharts = partLoadedLater(
  async () => (await import("../charts/board-charts")).BoardCharts,
  <div className="h-[264px] flex-none border-t border-line" />,
);

type BoardTableProps = {
  workspace: Workspace;
  name: string;
  description: string;
  columns: readonly BoardColumn[];
  runs: readonly EvaluationRun[];
};

const boardParams = { rank: parseAsString, q: parseAsString.withDefault("") };

const rankOf = (text: string | null) => (text === null || text === "mean" ? text : Number(text));

/** Models ranked by the mean of their scores, or by one of them. Values of one column are on the same examples. */
export function BoardTable({ workspace, name, description, columns, runs }: BoardTableProps) {
  const [params, setParams] = useQueryStates(boardParams);
  const board = useBoard(workspace, columns, runs, rankOf(params.rank));
  const missing = useMissingCells(workspace, columns, board.rows, runs);
  const { rows, figures, rank } = board;
  if (figures.isError) {
    return (
      <FailureState
        failure={failureOf(figures.error)}
        onRetry={() => void figures.refetch()}
        isRetrying={figures.isFetching}
      />
    );
  }
  if (rows.length === 0) {
    return (
      <PaneState kind="empty" title={`No finished evaluation for ${name} yet`}>
        Its columns name {columns.map(({ evaluationId }) => evaluationId).join(", ") || "no evaluation"}. Models appear
        here when such an evaluation ends.
      </PaneState>
    );
  }
  const shown = findModels(rows, params.q);
  const onSearch = (q: string) => void setParams({ q: q || null });
  return (
    <>
      {description === "" ? null : (
        <p className="flex-none px-4 pb-2 text-small text-ink-2 max-md:px-3">{description}</p>
      )}
      <BoardBar search={params.q} onSearch={onSearch} evaluations={missing.evaluations} />
      {shown.length === 0 ? (
        <PaneState
          kind="no-match"
          title="No model matches"
          actions={
            <Button size="small" onClick={() => onSearch("")}>
              Clear search
            </Button>
          }
        >
          None of {countOf(rows.length, "model")} has “{params.q}” in its name.
        </PaneState>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col overflow-auto border-t border-line">
          <RuledTable label={name} className="min-h-[180px] max-lg:flex-none">
            <BoardHead
              columns={columns}
              rank={rank}
              hasMean={board.means !== null}
              onRank={(next) => void setParams({ rank: String(next) })}
            />
            <tbody>
              {shown.map((row) => (
                <BoardLine
                  key={row.model}
                  workspace={workspace}
                  row={row}
                  columns={columns}
                  board={board}
                  missing={missing}
                />
              ))}
            </tbody>
          </RuledTable>
          {rows.length > 1 && figures.data !== undefined ? (
            <BoardCharts board={board} columns={columns} shown={shown} />
          ) : null}
        </div>
      )}
      <PageFoot>
        <span>{countOf(shown.length, "model")}, newest finished evaluation of each</span>
        {board.unreadCount > 0 ? (
          <span className="text-warn">{countOf(board.unreadCount, "older evaluation")} without values</span>
        ) : null}
        <span>● best; differences to the best are paired by example; ≈ within noise</span>
      </PageFoot>
    </>
  );
}
