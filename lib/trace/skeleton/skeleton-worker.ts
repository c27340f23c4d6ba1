import { failureOf } from "@/lib/api/client/request-failure";
import { readSkeleton, type TraceAddress } from "./read-skeleton";
import type { WorkerMessage } from "./skeleton-worker-messages";
import { buffersOf, type TraceSkeleton } from "./trace-skeleton";

/** The part of a worker's global scope that is used: its types and those of pages exclude each other. */
interface WorkerScope {
  onmessage: ((event: { readonly data: TraceAddress }) => void) | null;
  postMessage(message: WorkerMessage, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;

const tell = (message: WorkerMessage, skeleton?: TraceSkeleton) =>
  scope.postMessage(message, skeleton ? buffersOf(skeleton) : []);

/** Reads traces apart from the page, which never waits for lines, checks or order. */
scope.onmessage = ({ data }) => {
  readSkeleton(data, (skeleton) => tell({ kind: "grown", skeleton }, skeleton)).then(
    ({ skeleton, summary }) => tell({ kind: "ended", skeleton, summary }, skeleton),
    (error: unknown) => tell({ kind: "failed", failure: failureOf(error) }),
  );
};
