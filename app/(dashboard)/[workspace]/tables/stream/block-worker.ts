import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import type { FromBlockWorker, ToBlockWorker } from "./block-messages";
import { readBlocks } from "./read-blocks";

/** The used part of a worker's global scope: the types of workers and pages exclude each other. */
interface WorkerScope {
  onmessage: ((event: { readonly data: ToBlockWorker }) => void) | null;
  postMessage(message: FromBlockWorker, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;

let running: AbortController | null = null;

/** Reads rows outside the page's thread, so that the page never waits for lines, checks or fields. */
scope.onmessage = ({ data }) => {
  if (data.kind === "stop") {
    running?.abort();
    return;
  }
  running = new AbortController();
  const { signal } = running;
  const onBlock = (block: FromBlockWorker & { kind: "block" }) => {
    const { bytes, bounds, numbers } = block.block ?? {};
    const buffers = [bytes, bounds, numbers].flatMap((array) => (array ? [array.buffer] : []));
    scope.postMessage(block, buffers);
  };
  readBlocks(data.request, (block, byteCount) => onBlock({ kind: "block", block, byteCount }), signal).then(
    (read) => scope.postMessage({ kind: "ended", read }),
    (error: unknown) =>
      scope.postMessage(isAbort(error) ? { kind: "stopped" } : { kind: "failed", failure: failureOf(error) }),
  );
};
