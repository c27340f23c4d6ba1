"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { RowPart } from "@/lib/api/contract/evaluations/row-parts";
import type { Workspace } from "@/lib/workspace/workspace";

/** The score of runs by the values of a member of their rows. */
export interface SlicedRuns {
  /** None are read without any. */
  readonly runIds: readonly string[];
  /** The runs whose rows count: what a model of any of them was trained on is not held out. */
  readonly sameRowsAs: readonly string[];
  readonly scoreId: string;
  /** The member; null for the one with the fewest values. */
  readonly path: string | null;
  readonly part: RowPart;
}

/** Reads slices of each run, over the rows of all of them. */
export function useRunSlices(
  { connectionId, projectId }: Workspace,
  { runIds, sameRowsAs, scoreId, path, part }: SlicedRuns,
) {
  return useQueries({
    queries: runIds.map((runId) => ({
      ...serviceQuery(connectionId, "evaluations.slices", {
        project_id: projectId,
        run_id: runId,
        score: scoreId,
        path,
        rows: { part },
        same_rows_as: sameRowsAs.filter((id) => id !== runId),
      }),
      placeholderData: keepPreviousData,
      retry: false,
    })),
  });
}
