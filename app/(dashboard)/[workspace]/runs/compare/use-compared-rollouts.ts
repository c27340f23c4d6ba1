"use client";

import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { Workspace } from "@/lib/workspace/workspace";

/** The rollouts of one run near a step. */
export interface RunRollouts {
  /** Undefined while they load. */
  readonly page: ResultOf<"trainingRuns.rollouts"> | undefined;
  readonly failure: ReturnType<typeof failureOf> | null;
  readonly retry: () => void;
}

/** The contract's maximum. */
const MAX_GROUPS = 200;

/** Reads the rollouts of each run at a step: those of the last iteration with rollouts up to it. */
export function useComparedRollouts(
  { connectionId, projectId }: Workspace,
  runIds: readonly string[],
  step: number | null,
): readonly RunRollouts[] {
  const results = useQueries({
    queries: runIds.map((id) => ({
      ...serviceQuery(connectionId, "trainingRuns.rollouts", {
        ...{ project_id: projectId, run_id: id, iteration: step ?? 1, nearest: true, limit: MAX_GROUPS },
      }),
      enabled: step !== null,
      placeholderData: keepPreviousData,
      retry: false,
    })),
  });
  return results.map(({ data, error, isError, refetch }) => ({
    page: data,
    failure: isError && data === undefined ? failureOf(error) : null,
    retry: () => void refetch(),
  }));
}
