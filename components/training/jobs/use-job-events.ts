"use client";

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { followJob } from "@/lib/training/events/follow-job";
import type { FollowState } from "@/lib/training/events/job-follower";

/** The events of a job, live until its end. Mount it with a key of the job: another job is another list. */
export function useJobEvents(connectionId: string, jobId: string): FollowState & { retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [follower] = useState(() => followJob(connectionId, jobId));
  // The outside system is the service. A new attempt reads on behind what is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to follow again
  useEffect(() => {
    const abort = new AbortController();
    void follower.follow(abort.signal);
    return () => abort.abort();
  }, [follower, attempt]);
  const state = useStore(follower);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}
