import { RequestFailure } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { WorkerHost } from "@/lib/worker/worker-host";
import type { BlockPart, BlockRequest, BlocksRead, OnBlock } from "./read-blocks";

const host = new WorkerHost<BlockRequest, BlockPart, BlocksRead, ServiceFailure>({
  newWorker: () => new Worker(new URL("./block-worker.ts", import.meta.url), { type: "module" }),
  runInPage: async (request, onPart, signal) => {
    const { readBlocks } = await import("./read-blocks");
    return await readBlocks(request, (block, byteCount) => onPart({ block, byteCount }), signal);
  },
  keepsWorker: true,
  // The worker reports how far it got, so that rows in transit are not lost.
  finishesWhenStopped: true,
  errorOf: (failure) => new RequestFailure(failure),
  brokenMessage: "The rows are too large for this browser.",
});

/** Loads the worker before it is needed. */
export const startTableWorker = host.preload;

/**
 * Reads rows in a worker. Without workers, or when the scripts do not load, they are read in the page.
 *
 * @throws RequestFailure when the first request fails, the signal's reason when stopped before the response began
 */
export function readTableInWorker(request: BlockRequest, onBlock: OnBlock, signal: AbortSignal): Promise<BlocksRead> {
  return host.run(request, ({ block, byteCount }) => onBlock(block, byteCount), signal);
}
