"use client";

import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { BoardExportMenu } from "@/app/(dashboard)/[workspace]/leaderboard/export/board-export-menu";
import { type Board, useBoard } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import { useBoardKeys } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board-keys";
import { BoardBar } from "@/app/(dashboard)/[workspace]/leaderboard/table/board-bar";
import { BoardFoot } from "@/app/(dashboard)/[workspace]/leaderboard/table/board-foot";
import { BoardHead } from "@/app/(dashboard)/[workspace]/leaderboard/table/board-head";
import { BoardLine } from "@/app/(dashboard)/[workspace]/leaderboard/table/board-line";
import { BoardSelectionBar } from "@/app/(dashboard)/[workspace]/leaderboard/table/board-selection-bar";
import { DetectableLine } from "@/app/(dashboard)/[workspace]/leaderboard/table/detectable-line";
import { useMissingCells } from "@/app/(dashboard)/[workspace]/leaderboard/table/use-missing-cells";
import { rowChoiceParams } from "@/components/evaluation/rows/row-choice-params";
import { RowSwitch } from "@/components/evaluation/rows/row-switch";
import { SliceControl } from "@/components/evaluation/rows/slice-control";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { RuledTable } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { failureOf } from "@/lib/api/client/request-failure";
import { MAX_FIGURE_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { type BoardColumn, findModels, modelKinds, modelsOfKind } from "@/lib/evaluation/runs/leaderboard";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

const BoardCharts = partLoadedLater(
  async () => (await import("../charts/board-charts")).BoardCharts,
  <div className="min-h-[264px] flex-1 border-t border-line" />,
);

type BoardTableProps = {
  workspace: Workspace;
  name: string;
  description: string;
  columns: readonly BoardColumn[];
  runs: readonly EvaluationRun[];
};

const boardParams = {
  rank: parseAsString,
  q: parseAsString.withDefault(""),
  kind: parseAsStringLiteral(modelKinds).withDefault("all"),
  /** Of each model only the best checkpoint. */
  fold: parseAsBoolean.withDefault(false),
  ...rowChoiceParams,
};

/** The evaluation whose rows are offered as slices: the newest one in the ranked column, whichever model leads. */
function slicedCell({ rows, rank }: Pick<Board, "rows" | "rank">) {
  const ids = rows.flatMap(({ cells }) => cells[rank === "mean" ? 0 : rank]?.run.id ?? []).sort();
  return { runId: ids.at(-1) ?? null, sameRowsAs: ids.slice(-MAX_FIGURE_RUNS) };
}

const rankOf = (text: string | null) => (text === null || text === "mean" ? text : Number(text));

/** Models ranked by the mean of their scores, or by one of them. Values of one column are on the same examples. */
export function BoardTable({ workspace, name, description, columns, runs }: BoardTableProps) {
  const [params, setParams] = useQueryStates(boardParams);
  const board = useBoard(workspace, columns, runs, {
    rank: rankOf(params.rank),
    isFolded: params.fold,
    choice: params,
  });
  const missing = useMissingCells(workspace, columns, board.rows, runs);
  const { rows, figures, rank } = board;
  const ofKind = modelsOfKind(rows, params.kind);
  const shown = findModels(ofKind, params.q);
  const selection = useBoardKeys(workspace.slug, shown, { rank, choice: params });
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
  const onSearch = (q: string) => void setParams({ q: q || null });
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2 empty:hidden max-md:px-3">
        <RowSwitch
          rows={board.counted}
          part={board.counted?.part ?? params.rows}
          onPart={(part) => void setParams({ rows: part })}
        />
        <SliceControl
          workspace={workspace}
          {...slicedCell(board)}
          scoreId={columns[rank === "mean" ? 0 : rank]?.scoreId ?? null}
          choice={params}
          onSlice={(slice) => void setParams(slice)}
        />
        {description === "" ? null : <p className="min-w-0 text-small text-ink-2">{description}</p>}
      </div>
      <BoardBar
        search={params.q}
        onSearch={onSearch}
        kind={params.kind}
        counts={{
          all: rows.length,
          models: modelsOfKind(rows, "models").length,
          checkpoints: modelsOfKind(rows, "checkpoints").length,
        }}
        onKind={(kind) => void setParams({ kind })}
        isFolded={board.hasCheckpoints ? params.fold : null}
        onFold={(fold) => void setParams({ fold: fold || null })}
        evaluations={missing.evaluations}
      >
        <BoardExportMenu name={name} board={board} columns={columns} rows={shown} />
      </BoardBar>
      {shown.length === 0 ? (
        <PaneState
          kind="no-match"
          title="No model matches"
          actions={
            <Button size="small" onClick={() => void setParams({ q: null, kind: null })}>
              Show all
            </Button>
          }
        >
          {params.q === ""
            ? `None of ${countOf(rows.length, "model")} is of this kind.`
            : `None of ${countOf(ofKind.length, "model")} has “${params.q}” in its name.`}
        </PaneState>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col overflow-auto border-t border-line">
          <RuledTable label={name} className="min-h-[180px] flex-[0_1_auto] max-lg:min-h-0 max-lg:flex-none">
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
                  selection={selection}
                />
              ))}
              {rows.length > 1 ? (
                <DetectableLine board={board} columns={columns} trailingCount={rank === "mean" ? 1 : 3} />
              ) : null}
            </tbody>
          </RuledTable>
          {rows.length > 1 && figures.data !== undefined ? (
            <BoardCharts board={board} columns={columns} shown={shown} cursor={selection.cursor} />
          ) : null}
        </div>
      )}
      {selection.selected.length > 0 ? <BoardSelectionBar selection={selection} /> : null}
      <BoardFoot board={board} shownCount={shown.length} />
    </>
  );
}
