"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import { MAX_FIGURE_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { type BoardColumn, type BoardRow, boardCells, boardRows, boardRuns } from "@/lib/evaluation/runs/leaderboard";
import type { Workspace } from "@/lib/workspace/workspace";

export interface Board {
  readonly rows: readonly BoardRow[];
  readonly figures: UseQueryResult<{ readonly runs: EvaluationFigures[] }>;
  readonly figuresOf: (run: EvaluationRun | undefined) => EvaluationFigures | undefined;
  /** The paired difference of a run to the best one by the ranked column; null for the best itself and while it loads. */
  readonly changeOf: (run: EvaluationRun | undefined) => EvaluationComparison | null;
  /** The model of the best run. */
  readonly bestModel: string | null;
  /** Runs beyond the limit of one request, whose values are not read. */
  readonly unreadCount: number;
}

/** The models of a leaderboard with their figures, ranked by one of its columns. */
export function useBoard(
  { connectionId, projectId }: Workspace,
  columns: readonly BoardColumn[],
  runs: readonly EvaluationRun[],
  ranked: number,
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
  const rows = boardRows(columns, cells, ranked);
  const best = rows.find(({ place }) => place === 1);
  const bestRun = best?.cells[ranked]?.run;
  const others = rows.flatMap(({ place, cells: own }) => (place === null ? [] : (own[ranked]?.run.id ?? [])));
  const changes = useQuery({
    ...serviceQuery(connectionId, "evaluations.figures", {
      project_id: projectId,
      runs: others.filter((id) => id !== bestRun?.id).map((id) => ({ id, against_id: bestRun?.id ?? null })),
    }),
    enabled: bestRun !== undefined && others.length > 1,
  });
  const figuresOf = (run: EvaluationRun | undefined) => found.find(({ run_id: id }) => id === run?.id);
  return {
    rows,
    figures,
    figuresOf,
    changeOf: (run) => {
      const compared = changes.data?.runs.find(({ run_id: id }) => id === run?.id);
      return compared?.scores.find(({ id }) => id === columns[ranked]?.scoreId)?.change ?? null;
    },
    bestModel: best?.model ?? null,
    unreadCount: ids.length - readIds.length,
  };
}
