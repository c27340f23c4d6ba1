import { failureOf } from "@/lib/api/client/request-failure";
import { readSkeleton, type TraceAddress } from "./read-skeleton";
import type { SkeletonWorkerMessage } from "./skeleton-worker-messages";
import { skeletonBuffers, type TraceSkeleton } from "./trace-skeleton";

/** The used part of a worker's global scope: the types of workers and pages exclude each other. */
interface WorkerScope {
  onmessage: ((event: { readonly data: TraceAddress }) => void) | null;
  postMessage(message: SkeletonWorkerMessage, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;

const postResult = (message: SkeletonWorkerMessage, skeleton?: TraceSkeleton) =>
  scope.postMessage(message, skeleton ? skeletonBuffers(skeleton) : []);

/** Reads traces off the main thread, which never waits for lines, checks or ordering. */
scope.onmessage = ({ data }) => {
  readSkeleton(data, (skeleton) => postResult({ kind: "grown", skeleton }, skeleton)).then(
    ({ skeleton, summary }) => postResult({ kind: "ended", skeleton, summary }, skeleton),
    (error: unknown) => postResult({ kind: "failed", failure: failureOf(error) }),
  );
};
