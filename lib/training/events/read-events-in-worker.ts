import type { StreamSummary } from "@/lib/api/client/json-lines";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { WorkerHost } from "@/lib/worker/worker-host";
import type { EventChunk } from "./event-chunk";
import type { EventsAddress } from "./read-stored-events";

const host = new WorkerHost<EventsAddress, EventChunk, StreamSummary, ServiceFailure>({
  newWorker: () => new Worker(new URL("./events-worker.ts", import.meta.url), { type: "module" }),
  runInPage: async (...run) => (await import("./read-stored-events")).readStored(...run),
  // A log takes each event once.
  mayRestart: true,
  errorOf: (failure) => new RequestFailure(failure),
  brokenMessage: "The events are too large for this browser.",
});

/**
 * Reads the stored events of a job in its own worker, or in the page where workers are unavailable or the worker's
 * scripts do not load.
 *
 * @throws RequestFailure, and the signal's reason when it was stopped
 */
export function readStoredInWorker(
  address: EventsAddress,
  onChunk: (chunk: EventChunk) => void,
  signal: AbortSignal,
): Promise<StreamSummary> {
  return host.run(address, onChunk, signal);
}
