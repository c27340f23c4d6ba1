"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import { MAX_FIGURE_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { type BoardMean, boardMeans, hasBoardMean, meanChange } from "@/lib/evaluation/runs/board-mean";
import {
  type BoardColumn,
  type BoardRank,
  type BoardRow,
  boardCells,
  boardRows,
  boardRuns,
} from "@/lib/evaluation/runs/leaderboard";
import type { ScoreDirection } from "@/lib/evaluation/runs/score-direction";
import type { Workspace } from "@/lib/workspace/workspace";

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
  readonly best: BoardRow | null;
  /** The paired difference of a row's run in a column to that of the best row; null without both, and while it loads. */
  readonly changeOf: (row: BoardRow, column: number) => EvaluationComparison | null;
  /** The same by the ranked value. */
  readonly rankedChangeOf: (row: BoardRow) => EvaluationComparison | null;
  /** Runs beyond the limit of one request, whose values are not read. */
  readonly unreadCount: number;
}

/**
 * The models of a leaderboard with their figures.
 *
 * @param wanted what ranks them; null for the mean where there is one, else the first column
 */
export function useBoard(
  { connectionId, projectId }: Workspace,
  columns: readonly BoardColumn[],
  runs: readonly EvaluationRun[],
  wanted: BoardRank | null,
): Board {
  const byColumn = columns.map((column) => boardRuns(column, runs));
  const ids = [...new Set(byColumn.flatMap((found) => [...found.values()].map(({ id }) => id)))];
  const readIds = ids.slice(0, MAX_FIGURE_RUNS);
  const figures = useQuery({
    ...serviceQuery(connectionId, "evaluations.figures", {
      project_id: projectId,
      runs: readIds.map((id) => ({ id })),
    }),
    enabled: readIds.length > 0,
  });
  const found = figures.data?.runs ?? [];
  const cells = columns.map((column, index) => boardCells(column, byColumn[index] ?? new Map(), found));
  const means = hasBoardMean(columns, cells) ? boardMeans(columns, cells) : null;
  const rank = rankOf(wanted, columns.length, means !== null);
  const direction = rank === "mean" ? "higher" : (columns[rank]?.direction ?? null);
  const rows = boardRows(
    cells,
    (model) => (rank === "mean" ? means?.get(model)?.value : cells[rank]?.get(model)?.score?.mean) ?? null,
    direction,
  );
  const best = rows.find(({ place }) => place === 1) ?? null;
  const pairs = comparedPairs(rows, best).slice(0, MAX_FIGURE_RUNS);
  const changes = useQuery({
    ...serviceQuery(connectionId, "evaluations.figures", { project_id: projectId, runs: pairs }),
    enabled: pairs.length > 0,
  });
  const changeOf = ({ cells: own }: BoardRow, column: number) => {
    const [id, against] = [own[column]?.run.id, best?.cells[column]?.run.id];
    const compared = changes.data?.runs.find((each) => each.run_id === id && each.against_id === against);
    return compared?.scores.find((score) => score.id === columns[column]?.scoreId)?.change ?? null;
  };
  return {
    rows,
    rank,
    direction,
    means,
    figures,
    figuresOf: ({ cells: own }) => {
      const ranked = new Set((rank === "mean" ? own : [own[rank]]).map((cell) => cell?.run.id));
      return found.filter(({ run_id: id }) => ranked.has(id));
    },
    best,
    changeOf,
    rankedChangeOf: (row) => {
      if (row === best || row.place === null) return null;
      if (rank !== "mean") return changeOf(row, rank);
      const compared = row.cells.map((cell, index) => ({ cell, change: changeOf(row, index) }));
      const known = compared.flatMap(({ cell, change }) => (cell && change ? [{ cell, change }] : []));
      return known.length === columns.length ? meanChange(known) : null;
    },
    unreadCount: ids.length - readIds.length,
  };
}

function rankOf(wanted: BoardRank | null, columnCount: number, hasMean: boolean): BoardRank {
  if (wanted === "mean" || wanted === null) return hasMean ? "mean" : 0;
  return Number.isInteger(wanted) && wanted >= 0 && wanted < columnCount ? wanted : 0;
}

/** Every run with the best model's run in the same column, each pair once. */
function comparedPairs(rows: readonly BoardRow[], best: BoardRow | null): { id: string; against_id: string }[] {
  const pairs = new Map<string, { id: string; against_id: string }>();
  for (const { cells } of rows) {
    for (const [column, cell] of cells.entries()) {
      const against = best?.cells[column]?.run.id;
      if (cell === undefined || against === undefined || against === cell.run.id) continue;
      pairs.set(`${cell.run.id} ${against}`, { id: cell.run.id, against_id: against });
    }
  }
  return [...pairs.values()];
}
