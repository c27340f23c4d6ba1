import { RequestFailure } from "@/lib/api/client/request-failure";
import type { FromBlockWorker, ToBlockWorker } from "./block-messages";
import { type BlockRequest, type BlocksRead, type OnBlock, readBlocks } from "./read-blocks";

/** An idle worker, kept because loading its scripts takes longer than the first rows. */
let idle: Worker | null = null;

const newWorker = () => new Worker(new URL("./block-worker.ts", import.meta.url), { type: "module" });

const hasWorkers = () => typeof Worker !== "undefined";

/** Loads the worker before it is needed. */
export function startTableWorker(): void {
  if (hasWorkers()) idle ??= newWorker();
}

/**
 * Reads rows in a worker. Without workers, or when the scripts do not load, they are read in the page.
 *
 * @throws RequestFailure when the first request fails, the signal's reason when stopped before the response began
 */
export async function readTableInWorker(
  request: BlockRequest,
  onBlock: OnBlock,
  signal: AbortSignal,
): Promise<BlocksRead> {
  if (!hasWorkers()) return readBlocks(request, onBlock, signal);
  signal.throwIfAborted();
  const worker = idle ?? newWorker();
  idle = null;
  const post = (message: ToBlockWorker) => worker.postMessage(message);
  return new Promise<BlocksRead>((resolve, reject) => {
    // The worker reports how far it got, so that rows in transit are not lost.
    const onAbort = () => post({ kind: "stop" });
    signal.addEventListener("abort", onAbort, { once: true });
    const end = (isBroken: boolean) => {
      signal.removeEventListener("abort", onAbort);
      worker.onmessage = null;
      worker.onerror = null;
      if (isBroken || idle) worker.terminate();
      else idle = worker;
    };
    let hasBegun = false;
    worker.onerror = () => {
      end(true);
      if (hasBegun) reject(new Error("The rows are too large for this browser."));
      else resolve(readBlocks(request, onBlock, signal));
    };
    worker.onmessage = ({ data }: MessageEvent<FromBlockWorker>) => {
      hasBegun = true;
      if (data.kind === "block") return onBlock(data.block, data.byteCount);
      end(false);
      if (data.kind === "ended") resolve(data.read);
      else if (data.kind === "stopped") reject(signal.reason);
      else reject(new RequestFailure(data.failure));
    };
    post({ kind: "read", request });
  });
}
