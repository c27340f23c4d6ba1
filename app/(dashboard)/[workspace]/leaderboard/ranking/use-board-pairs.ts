"use client";

import { useQueries } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { MAX_FIGURE_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { meanChange, weightedColumns } from "@/lib/evaluation/runs/board-mean";
import {
  bestRow,
  boardPairs,
  type DetectableDifference,
  detectableDifference,
  pairedRows,
  pairKey,
  type RankRange,
  rankRange,
  reversedComparison,
} from "@/lib/evaluation/runs/board-pairs";
import type { BoardColumn, BoardRank, BoardRow } from "@/lib/evaluation/runs/leaderboard";
import { type RowChoice, selectionOf } from "@/lib/evaluation/runs/row-choice";
import type { ScoreDirection } from "@/lib/evaluation/runs/score-direction";
import type { Workspace } from "@/lib/workspace/workspace";

/** How the models of a leaderboard differ from each other. */
export interface BoardPairs {
  /** A model's ranked value minus that of another one; null for models without both, and while it loads. */
  readonly rankedChange: (row: BoardRow, other: BoardRow) => EvaluationComparison | null;
  /** A model's value in a column minus the best one of the column; null for the best one, and while it loads. */
  readonly columnChange: (row: BoardRow, column: number) => EvaluationComparison | null;
  readonly rangeOf: (row: BoardRow) => RankRange | null;
  /** The smallest difference that a column shows; of the ranked value for "mean". */
  readonly detectableOf: (column: BoardRank) => DetectableDifference | null;
  /** The models that are compared with each other. */
  readonly rows: readonly BoardRow[];
  readonly isPending: boolean;
  /** Why some differences are not known. */
  readonly failure: ServiceFailure | null;
  readonly retry: () => void;
}

type RankedBoard = {
  readonly columns: readonly BoardColumn[];
  readonly rows: readonly BoardRow[];
  readonly rank: BoardRank;
  readonly direction: ScoreDirection;
  /** The rows that count. */
  readonly choice: RowChoice;
};

/** Compares the models of a leaderboard by example: all with the best of each column, and the first with each other. */
export function useBoardPairs({ connectionId, projectId }: Workspace, board: RankedBoard): BoardPairs {
  const { columns, rows, rank, direction, choice } = board;
  const ranked = rank === "mean" ? weightedColumns(columns) : [rank];
  const pairs = boardPairs(rows, ranked);
  const parts = Array.from({ length: Math.ceil(pairs.length / MAX_FIGURE_RUNS) }, (_, part) =>
    pairs.slice(part * MAX_FIGURE_RUNS, (part + 1) * MAX_FIGURE_RUNS),
  );
  const queries = useQueries({
    queries: parts.map((runs) =>
      serviceQuery(connectionId, "evaluations.figures", {
        project_id: projectId,
        runs: [...runs],
        rows: selectionOf(choice),
        same_rows: true,
      }),
    ),
  });
  const found = new Map(
    queries.flatMap(({ data }) => data?.runs ?? []).map((each) => [pairKey(each.run_id, each.against_id ?? ""), each]),
  );
  const changeOf = (row: BoardRow, other: BoardRow, column: number): EvaluationComparison | null => {
    const [id, otherId] = [row.cells[column]?.run.id ?? "", other.cells[column]?.run.id ?? ""];
    const change = (key: string) =>
      found.get(key)?.scores.find((score) => score.id === columns[column]?.scoreId)?.change ?? null;
    const backward = change(pairKey(otherId, id));
    return change(pairKey(id, otherId)) ?? (backward === null ? null : reversedComparison(backward));
  };
  const rankedChange = (row: BoardRow, other: BoardRow) => {
    if (row === other || row.place === null || other.place === null) return null;
    if (rank !== "mean") return changeOf(row, other, rank);
    const known = ranked.flatMap((column) => {
      const [cell, change] = [row.cells[column], changeOf(row, other, column)];
      return cell && change ? [{ cell, change, weight: columns[column]?.weight ?? 1 }] : [];
    });
    return known.length === ranked.length ? meanChange(known) : null;
  };
  const columnChange = (row: BoardRow, column: number) => {
    const best = bestRow(rows, column);
    return best === undefined || best === row ? null : changeOf(row, best, column);
  };
  const compared = pairedRows(rows);
  const failed = queries.filter(({ isError }) => isError);
  return {
    rankedChange,
    columnChange,
    rangeOf: (row) => rankRange(row, rows, direction, (other) => rankedChange(row, other)),
    detectableOf: (column) =>
      detectableDifference(
        column === rank
          ? compared.flatMap((row, index) =>
              compared.slice(0, index).flatMap((other) => rankedChange(row, other) ?? []),
            )
          : column === "mean"
            ? []
            : rows.flatMap((row) => columnChange(row, column) ?? []),
      ),
    rows: compared,
    isPending: queries.some(({ isPending }) => isPending),
    failure: failed[0] === undefined ? null : failureOf(failed[0].error),
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}
