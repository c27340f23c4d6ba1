import { callListOperation } from "@/lib/api/client/service-client";
import { JobFollower } from "./job-follower";
import { readStoredInWorker } from "./read-events-in-worker";

/** The interface's maximum per request. */
const PAGE_SIZE = 100;

/** Creates a follower of a job of a service, in the browser. */
export function followJob(connectionId: string, jobId: string): JobFollower {
  return new JobFollower({
    readStored: (cursor, onChunk, signal) => readStoredInWorker({ connectionId, jobId, ...cursor }, onChunk, signal),
    readPage: (after, signal) =>
      callListOperation(connectionId, "trainingJobs.events", "data", {
        params: { training_job_id: jobId },
        query: { limit: PAGE_SIZE, ...(after === null ? {} : { after }) },
        signal,
      }),
    rest: waitOrWake,
    isHidden: () => document.visibilityState === "hidden",
    now: Date.now,
  });
}

/** Refreshes at once when the page becomes visible or the network returns. */
function waitOrWake(durationMs: number, signal: AbortSignal): Promise<void> {
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
