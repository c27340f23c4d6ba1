"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { CountedRows } from "@/lib/api/contract/evaluations/counted-rows";
import { MAX_FIGURE_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { type BoardMean, boardMeans, hasBoardMean } from "@/lib/evaluation/runs/board-mean";
import {
  type BoardColumn,
  type BoardRank,
  type BoardRow,
  boardCells,
  boardRows,
  boardRuns,
} from "@/lib/evaluation/runs/leaderboard";
import { bestCheckpoints } from "@/lib/evaluation/runs/model-label";
import { type RowChoice, selectionOf } from "@/lib/evaluation/runs/row-choice";
import type { ScoreDirection } from "@/lib/evaluation/runs/score-direction";
import type { Workspace } from "@/lib/workspace/workspace";
import { type BoardPairs, useBoardPairs } from "./use-board-pairs";

export interface Board {
  readonly rows: readonly BoardRow[];
  readonly rank: BoardRank;
  /** Of the ranked value. */
  readonly direction: ScoreDirection;
  /** By model; null where the columns cannot be averaged. */
  readonly means: ReadonlyMap<string, BoardMean> | null;
  readonly figures: UseQueryResult<{ readonly runs: EvaluationFigures[] }>;
  /** The figures of the runs that a row is ranked by: one run, or those of all its columns. */
  readonly figuresOf: (row: BoardRow) => readonly EvaluationFigures[];
  /** True when a model has several checkpoints. */
  readonly hasCheckpoints: boolean;
  readonly best: BoardRow | null;
  /** The rows that the values are over; null while they load, and from services without lineage. */
  readonly counted: CountedRows | null;
  readonly pairs: BoardPairs;
  /** Runs beyond the limit of one request, whose values are not read. */
  readonly unreadCount: number;
}

/**
 * The models of a leaderboard with their figures.
 *
 * @param wanted what ranks them, null for the mean where there is one, else the first column; whether only the best
 * checkpoint of each model is shown; and the rows that count, the same for all models
 */
export function useBoard(
  workspace: Workspace,
  columns: readonly BoardColumn[],
  runs: readonly EvaluationRun[],
  wanted: { readonly rank: BoardRank | null; readonly isFolded: boolean; readonly choice: RowChoice },
): Board {
  const { connectionId, projectId } = workspace;
  const byColumn = columns.map((column) => boardRuns(column, runs));
  const ids = [...new Set(byColumn.flatMap((found) => [...found.values()].map(({ id }) => id)))];
  const readIds = ids.slice(0, MAX_FIGURE_RUNS);
  const figures = useQuery({
    ...serviceQuery(connectionId, "evaluations.figures", {
      project_id: projectId,
      runs: readIds.map((id) => ({ id })),
      rows: selectionOf(wanted.choice),
      same_rows: true,
    }),
    enabled: readIds.length > 0,
  });
  const found = figures.data?.runs ?? [];
  const all = rankedBoard(columns, byColumn, found, wanted.rank);
  const folded = bestCheckpoints(all.rows.map(({ model }) => model));
  const ranked = wanted.isFolded
    ? rankedBoard(
        columns,
        byColumn.map((ofColumn) => new Map([...ofColumn].filter(([model]) => folded.has(model)))),
        found,
        wanted.rank,
      )
    : all;
  const { rows, rank } = ranked;
  const best = rows.find(({ place }) => place === 1) ?? null;
  const pairs = useBoardPairs(workspace, { columns, ...ranked, choice: wanted.choice });
  return {
    ...ranked,
    hasCheckpoints: folded.size < all.rows.length,
    figures,
    figuresOf: ({ cells: own }) => {
      const ranked = new Set((rank === "mean" ? own : [own[rank]]).map((cell) => cell?.run.id));
      return found.filter(({ run_id: id }) => ranked.has(id));
    },
    best,
    counted: found[0]?.rows ?? null,
    pairs,
    unreadCount: ids.length - readIds.length,
  };
}

/** Ranks the models of the columns' runs. */
function rankedBoard(
  columns: readonly BoardColumn[],
  byColumn: readonly ReadonlyMap<string, EvaluationRun>[],
  found: readonly EvaluationFigures[],
  wanted: BoardRank | null,
) {
  const cells = columns.map((column, index) => boardCells(column, byColumn[index] ?? new Map(), found));
  const means = hasBoardMean(columns, cells) ? boardMeans(columns, cells) : null;
  const rank = rankOf(wanted, columns.length, means !== null);
  const direction: ScoreDirection = rank === "mean" ? "higher" : (columns[rank]?.direction ?? null);
  const rows = boardRows(
    cells,
    (model) => (rank === "mean" ? means?.get(model)?.value : cells[rank]?.get(model)?.score?.mean) ?? null,
    direction,
  );
  return { means, rank, direction, rows };
}

function rankOf(wanted: BoardRank | null, columnCount: number, hasMean: boolean): BoardRank {
  if (wanted === "mean" || wanted === null) return hasMean ? "mean" : 0;
  return Number.isInteger(wanted) && wanted >= 0 && wanted < columnCount ? wanted : 0;
}
