"use client";

import { parseAsInteger, useQueryState } from "nuqs";
import { BoardHead } from "@/app/(dashboard)/[workspace]/leaderboard/board-head";
import { BoardLine } from "@/app/(dashboard)/[workspace]/leaderboard/board-line";
import { useBoard } from "@/app/(dashboard)/[workspace]/leaderboard/use-board";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { RuledTable } from "@/components/training/lists/ruled-table";
import { PageFoot } from "@/components/ui/page-head";
import { failureOf } from "@/lib/api/client/request-failure";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { BoardColumn } from "@/lib/evaluation/runs/leaderboard";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

type BoardTableProps = {
  workspace: Workspace;
  name: string;
  description: string;
  columns: readonly BoardColumn[];
  runs: readonly EvaluationRun[];
};

/** Models ranked by a score of their newest runs. Values of one column are on the same examples. */
export function BoardTable({ workspace, name, description, columns, runs }: BoardTableProps) {
  const [chosen, setRanked] = useQueryState("rank", parseAsInteger.withDefault(0));
  const ranked = chosen in columns ? chosen : 0;
  const { rows, figures, ...board } = useBoard(workspace, columns, runs, ranked);
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
  return (
    <>
      {description === "" ? null : <p className="flex-none px-4 pb-2 text-small text-ink-2">{description}</p>}
      <RuledTable label={name} className="border-t border-line">
        <BoardHead columns={columns} ranked={ranked} onRanked={(index) => void setRanked(index)} />
        <tbody>
          {rows.map((row) => {
            const run = row.cells[ranked]?.run;
            return (
              <BoardLine
                key={row.model}
                workspace={workspace}
                row={row}
                columns={columns}
                ranked={ranked}
                figures={board.figuresOf(run)}
                change={board.changeOf(run)}
                bestModel={board.bestModel}
              />
            );
          })}
        </tbody>
      </RuledTable>
      <PageFoot>
        <span>{countOf(rows.length, "model")}, newest finished evaluation of each</span>
        {board.unreadCount > 0 ? (
          <span className="text-warn">{countOf(board.unreadCount, "older evaluation")} without values</span>
        ) : null}
        <span>● best; differences to the best are paired by example; ≈ within noise</span>
      </PageFoot>
    </>
  );
}
