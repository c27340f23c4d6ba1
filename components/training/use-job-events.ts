"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { callOperation } from "@/lib/api/client/service-client";
import { type FollowState, JobFollower } from "./job-follower";

/** As many as the interface gives at once. */
const PAGE_SIZE = 100;

/** The events of a job, live until its end. Mount it with a key of the job: another job is another list. */
export function useJobEvents(connectionId: string, jobId: string): FollowState & { retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [follower] = useState(
    () =>
      new JobFollower({
        readPage: (after, signal) =>
          callOperation(connectionId, "trainingJobs.events", {
            params: { training_job_id: jobId },
            query: { limit: PAGE_SIZE, ...(after === null ? {} : { after }) },
            signal,
          }),
        rest,
        isHidden: () => document.visibilityState === "hidden",
        now: Date.now,
      }),
  );
  // The outside system is the service. A new attempt reads on behind what is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to follow again
  useEffect(() => {
    const abort = new AbortController();
    void follower.follow(abort.signal);
    return () => abort.abort();
  }, [follower, attempt]);
  const state = useSyncExternalStore(follower.subscribe, follower.state, follower.state);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}

/** A page that is looked at again, or a network that is back, is reason enough to ask at once. */
function rest(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("online", onOnline);
      signal.removeEventListener("abort", onAbort);
      finish();
    };
    const onVisible = () => document.visibilityState === "visible" && end(resolve);
    const onOnline = () => end(resolve);
    const onAbort = () => end(() => reject(new DOMException("Stopped.", "AbortError")));
    const timer = setTimeout(() => end(resolve), durationMs);
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("online", onOnline);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
  });
}
