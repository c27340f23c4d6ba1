"use client";

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { followJob } from "@/lib/training/events/follow-job";
import type { FollowState } from "@/lib/training/events/job-follower";

/** The events of a job, live until it ends. Mount it with the job as key: another job is another list. */
export function useJobEvents(connectionId: string, jobId: string): FollowState & { retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [follower] = useState(() => followJob(connectionId, jobId));
  // The outside system is the service. A new attempt continues after the loaded events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to follow again
  useEffect(() => {
    const abort = new AbortController();
    void follower.follow(abort.signal);
    return () => abort.abort();
  }, [follower, attempt]);
  const state = useStore(follower);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
