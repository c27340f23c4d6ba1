"use client";

import { queryOptions, type UseQueryResult, useQueries } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import type { Workspace } from "@/lib/workspace/workspace";

const RECORD_REFRESH_INTERVAL_MS = 3000;

function recordQuery(connectionId: string, jobId: string) {
  return queryOptions<JobRecord | null>({
    queryKey: serviceQueryKey(connectionId, "trainingJobs.read", { jobId, isCompared: true }),
    queryFn: async ({ signal }) => {
      try {
        return await callOperation(connectionId, "trainingJobs.read", { params: { training_job_id: jobId }, signal });
      } catch (error) {
        // A service may support only the four operations; a missing job is reported by its events.
        const { kind } = failureOf(error);
        if (kind === "unsupported" || kind === "unreadable" || kind === "not-found") return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data && isGoingOn(state.data.status) ? RECORD_REFRESH_INTERVAL_MS : false),
  });
}

// A stable function: a new one would return new records on each render.
const combine = (reads: readonly UseQueryResult<JobRecord | null>[]) => reads.map(({ data }) => data ?? null);

/** Returns the records of jobs besides their events; null where the service has none, or not yet. */
export function useJobRecords({ connectionId }: Workspace, ids: readonly string[]): readonly (JobRecord | null)[] {
  return useQueries({ queries: ids.map((id) => recordQuery(connectionId, id)), combine });
}
