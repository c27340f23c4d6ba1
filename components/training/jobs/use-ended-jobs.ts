"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { isGoingOn } from "@/lib/training/jobs/job-status";

/** Reads models and their checkpoints again when one of these jobs has ended: its last checkpoint is the newest. */
export function useEndedJobs(connectionId: string, jobs: readonly Pick<JobRecord, "id" | "status">[]): void {
  const queryClient = useQueryClient();
  const running = useRef<ReadonlySet<string>>(new Set());
  // The external system is the cache of the queries.
  useEffect(() => {
    const stillRunning = new Set(jobs.flatMap(({ id, status }) => (isGoingOn(status) ? [id] : [])));
    // A list of running jobs loses those that end.
    const hasEnded = [...running.current].some((id) => !stillRunning.has(id));
    running.current = stillRunning;
    if (!hasEnded) return;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [, connection, operation] }) =>
        connection === connectionId && typeof operation === "string" && operation.startsWith("models."),
    });
  }, [queryClient, connectionId, jobs]);
}
