import type { StreamSummary } from "@/lib/api/client/json-lines";
import { RequestFailure } from "@/lib/api/client/request-failure";
import { readSkeleton, type TraceAddress } from "./read-skeleton";
import type { SkeletonWorkerMessage } from "./skeleton-worker-messages";
import type { TraceSkeleton } from "./trace-skeleton";

interface Read {
  readonly skeleton: TraceSkeleton;
  readonly summary: StreamSummary;
}

/** An idle worker: loading its scripts takes longer than reading a small trace. */
let idle: Worker | null = null;

const newWorker = () => new Worker(new URL("./skeleton-worker.ts", import.meta.url), { type: "module" });

const hasWorkers = () => typeof Worker !== "undefined";

/** Loads the worker before it is needed. */
export function startSkeletonWorker(): void {
  if (hasWorkers()) idle ??= newWorker();
}

function acquireWorker(): Worker {
  const worker = idle ?? newWorker();
  idle = null;
  return worker;
}

function returnWorker(worker: Worker): void {
  worker.onmessage = null;
  worker.onerror = null;
  if (idle) worker.terminate();
  else idle = worker;
}

/**
 * Reads a trace in a worker, or in the page where workers are unavailable or the worker's scripts do not load.
 *
 * @throws RequestFailure, and the signal's reason when it was stopped
 */
export async function readSkeletonInWorker(
  address: TraceAddress,
  onGrown: (skeleton: TraceSkeleton) => void,
  signal: AbortSignal,
): Promise<Read> {
  if (!hasWorkers()) return readSkeleton(address, onGrown, signal);
  signal.throwIfAborted();
  const worker = acquireWorker();
  return new Promise<Read>((resolve, reject) => {
    const onAbort = () => {
      worker.terminate();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    const end = () => {
      signal.removeEventListener("abort", onAbort);
      returnWorker(worker);
    };
    worker.onerror = () => {
      signal.removeEventListener("abort", onAbort);
      worker.terminate();
      resolve(readSkeleton(address, onGrown, signal));
    };
    worker.onmessage = ({ data }: MessageEvent<SkeletonWorkerMessage>) => {
      if (data.kind === "grown") return onGrown(data.skeleton);
      end();
      if (data.kind === "ended") resolve(data);
      else reject(new RequestFailure(data.failure));
    };
    worker.postMessage(address);
  });
}
