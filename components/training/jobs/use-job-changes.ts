"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callOperation } from "@/lib/api/client/service-client";

/** Changes of one of several jobs. All lists and records of jobs are read again: a change moves other jobs in the queue. */
export function useJobChanges(connectionId: string) {
  const queryClient = useQueryClient();
  const onSuccess = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [, connection, operation] }) =>
        connection === connectionId && typeof operation === "string" && operation.startsWith("trainingJobs."),
    });
  const prioritize = useMutation({
    mutationFn: ({ jobId, priority }: { jobId: string; priority: number }) =>
      callOperation(connectionId, "trainingJobs.prioritize", { body: { training_job_id: jobId, priority } }),
    onSuccess,
    // The job may have started in the meantime.
    onError: onSuccess,
  });
  const cancel = useMutation({
    mutationFn: (jobId: string) =>
      callOperation(connectionId, "trainingJobs.cancel", { body: { training_job_id: jobId } }),
    onSuccess,
  });
  return { prioritize, cancel };
}
