import type { StreamSummary } from "@/lib/api/client/json-lines";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { EventChunk } from "./event-chunk";
import type { EventsWorkerMessage } from "./events-worker-messages";
import { type EventsAddress, readStored } from "./read-stored-events";

/**
 * Reads the stored events of a job in its own worker, or in the page where workers are unavailable or the worker's
 * scripts do not load.
 *
 * @throws RequestFailure, and the signal's reason when it was stopped
 */
export async function readStoredInWorker(
  address: EventsAddress,
  onChunk: (chunk: EventChunk) => void,
  signal: AbortSignal,
): Promise<StreamSummary> {
  if (typeof Worker === "undefined") return readStored(address, onChunk, signal);
  signal.throwIfAborted();
  const worker = new Worker(new URL("./events-worker.ts", import.meta.url), { type: "module" });
  return new Promise<StreamSummary>((resolve, reject) => {
    const onAbort = () => {
      worker.terminate();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    const end = () => {
      signal.removeEventListener("abort", onAbort);
      worker.terminate();
    };
    worker.onerror = () => {
      end();
      resolve(readStored(address, onChunk, signal));
    };
    worker.onmessage = ({ data }: MessageEvent<EventsWorkerMessage>) => {
      if (data.kind === "chunk") return onChunk(data.chunk);
      end();
      if (data.kind === "ended") resolve(data.summary);
      else reject(new RequestFailure(data.failure));
    };
    worker.postMessage(address);
  });
}
