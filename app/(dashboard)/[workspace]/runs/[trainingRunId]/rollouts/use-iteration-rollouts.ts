"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { TrainingIteration } from "@/lib/api/contract/training-runs/training-runs";
import type { Workspace } from "@/lib/workspace/workspace";

/** The contract's maximum. */
const MAX_GROUPS = 200;
const POLL_MS = 1500;

/** The groups of one iteration; refreshed until its rollouts have their rewards. */
export function useIterationRollouts(
  { connectionId, projectId }: Workspace,
  runId: string,
  iteration: TrainingIteration | undefined,
) {
  const state = iteration?.state;
  const isSampling = state === "sampling" || state === "labeling" || state === "sending";
  const ended = iteration?.rollouts ?? 0;
  return useQuery({
    ...serviceQuery(connectionId, "trainingRuns.rollouts", {
      project_id: projectId,
      run_id: runId,
      iteration: iteration?.iteration ?? 1,
      limit: MAX_GROUPS,
    }),
    enabled: iteration !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: isSampling ? 0 : Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => {
      if (isSampling) return POLL_MS;
      // The last response during sampling may lack rollouts that ended after it.
      const read = data?.groups.reduce((sum, { rollouts }) => sum + rollouts.length, 0) ?? 0;
      return data !== undefined && !data.has_more && read > 0 && read < ended ? POLL_MS : false;
    },
  });
}
