"use client";

import { useRunsEvaluations } from "@/components/evaluation/use-runs-evaluations";
import { useHasRole } from "@/components/session/use-role";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { newEvaluationLike } from "@/lib/evaluation/runs/evaluation-hrefs";
import { type BoardColumn, type BoardRow, isColumnRun } from "@/lib/evaluation/runs/leaderboard";
import { type MissingRuns, missingRuns, unfinishedRuns } from "@/lib/evaluation/runs/missing-runs";
import type { Workspace } from "@/lib/workspace/workspace";

export interface MissingCells {
  /** By evaluation; empty where this user or service cannot run them. */
  readonly evaluations: readonly (MissingRuns & { readonly href: string })[];
  /** The run of a missing cell that goes on. */
  readonly unfinishedOf: (row: BoardRow, column: number) => EvaluationRun | undefined;
  /** The form that runs one missing cell; null where it cannot be run. */
  readonly hrefOf: (row: BoardRow, column: number) => string | null;
}

/** The cells of a leaderboard without a value, and the forms that run them. */
export function useMissingCells(
  { connectionId, slug }: Workspace,
  columns: readonly BoardColumn[],
  rows: readonly BoardRow[],
  runs: readonly EvaluationRun[],
): MissingCells {
  const isMember = useHasRole("member") === true;
  const canRun = useRunsEvaluations(connectionId) && isMember;
  const unfinished = columns.map((column) => unfinishedRuns(column, runs));
  const evaluations = canRun ? missingRuns(columns, rows, runs) : [];
  return {
    evaluations: evaluations.map((each) => ({
      ...each,
      href: newEvaluationLike(
        slug,
        each.source.id,
        each.models.map(({ id }) => id),
      ),
    })),
    unfinishedOf: ({ model }, column) => unfinished[column]?.get(model),
    hrefOf: ({ model }, index) => {
      const column = columns[index];
      const lacking = evaluations.find(({ source }) => column !== undefined && isColumnRun(column, source, runs));
      const own = lacking?.models.find(({ model_name: name }) => name === model);
      return lacking === undefined || own === undefined ? null : newEvaluationLike(slug, lacking.source.id, [own.id]);
    },
  };
}
