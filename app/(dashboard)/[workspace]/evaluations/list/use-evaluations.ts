"use client";

import { useQuery } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { MAX_RUNS_PER_PAGE } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { Workspace } from "@/lib/workspace/workspace";

/** How often runs that have not ended are read again. */
const RUNNING_REFRESH_MS = 3000;
/** How often the list looks for new runs. */
const IDLE_REFRESH_MS = 15_000;

export interface EvaluationList {
  readonly runs: readonly EvaluationRun[];
  /** Older runs that are not loaded. */
  readonly leftOut: number;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly failure: ServiceFailure | null;
  readonly retry: () => void;
}

/** The newest runs of a workspace, read again while the page is visible. */
export function useEvaluations({ connectionId, projectId }: Workspace): EvaluationList {
  const query = useQuery({
    ...serviceQuery(connectionId, "evaluations.query", { project_id: projectId, limit: MAX_RUNS_PER_PAGE }),
    refetchInterval: ({ state }) => {
      if (state.status === "error") return false;
      return state.data?.runs.some((run) => run.state === "running") ? RUNNING_REFRESH_MS : IDLE_REFRESH_MS;
    },
  });
  const runs = query.data?.runs ?? [];
  return {
    runs,
    leftOut: Math.max(0, (query.data?.total_count ?? 0) - runs.length),
    isPending: query.isPending,
    isFetching: query.isFetching,
    failure: query.isError ? failureOf(query.error) : null,
    retry: () => void query.refetch(),
  };
}
