import type { StreamSummary } from "@/lib/api/client/json-lines";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { WorkerHost } from "@/lib/worker/worker-host";
import type { TraceAddress } from "./read-skeleton";
import type { TraceSkeleton } from "./trace-skeleton";

interface Read {
  readonly skeleton: TraceSkeleton;
  readonly summary: StreamSummary;
}

const host = new WorkerHost<TraceAddress, TraceSkeleton, Read, ServiceFailure>({
  newWorker: () => new Worker(new URL("./skeleton-worker.ts", import.meta.url), { type: "module" }),
  runInPage: async (...run) => (await import("./read-skeleton")).readSkeleton(...run),
  // Each part is the whole skeleton so far.
  mayRestart: true,
  keepsWorker: true,
  errorOf: (failure) => new RequestFailure(failure),
  brokenMessage: "The trace is too large for this browser.",
});

/** Loads the worker before it is needed. */
export const startSkeletonWorker = host.preload;

/**
 * Reads a trace in a worker, or in the page where workers are unavailable or the worker's scripts do not load.
 *
 * @throws RequestFailure, and the signal's reason when it was stopped
 */
export function readSkeletonInWorker(
  address: TraceAddress,
  onGrown: (skeleton: TraceSkeleton) => void,
  signal: AbortSignal,
): Promise<Read> {
  return host.run(address, onGrown, signal);
}
