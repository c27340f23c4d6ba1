"use client";
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import type { Workspace } from "@/lib/workspace/workspace";

const RECORD_REFRESH_INTERVAL_MS = 2000;

/** Query options for a job's record; null where the service does not support it. */
export function jobQuery(connectionId: string, jobId: string, isOver: boolean) {
  return queryOptions<JobRecord | null>({
    queryKey: serviceQueryKey(connectionId, "trainingJobs.read", { jobId, isOver }),
    queryFn: async ({ signal }): Promise<JobRecord | null> => {
      try {
        return await callOperation(connectionId, "trainingJobs.read", { params: { training_job_id: jobId }, signal });
      } catch (error) {
        // A service may have only the four operations, or return only an id: events provide the rest.
        const { kind } = failureOf(error);
        if (kind === "unsupported" || kind === "unreadable") return null;
        throw error;
      }
    },
  });
}

/** The record of a job besides its events; null where the service does not support it. */
export function useJob({ connectionId }: Workspace, jobId: string, isOver: boolean) {
  const queryClient = useQueryClient();
  const options = jobQuery(connectionId, jobId, isOver);
  const read = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isGoingOn(state.data.status) ? RECORD_REFRESH_INTERVAL_MS : false),
  });
  const cancel = useMutation({
    mutationFn: () => callOperation(connectionId, "trainingJobs.cancel", { body: { training_job_id: jobId } }),
    onSuccess: (record) => queryClient.setQueryData(options.queryKey, record),
  });
  return {
    record: read.data ?? null,
    isPending: read.isPending,
    failure: read.isError ? failureOf(read.error) : null,
    retry: () => void read.refetch(),
    cancel,
  };
}
