import { failureOf } from "@/lib/api/client/request-failure";
import { chunkBuffers } from "./event-chunk";
import type { EventsWorkerMessage } from "./events-worker-messages";
import { type EventsAddress, readStored } from "./read-stored-events";

/** The used part of a worker's global scope: the types of workers and pages exclude each other. */
interface WorkerScope {
  onmessage: ((event: { readonly data: EventsAddress }) => void) | null;
  postMessage(message: EventsWorkerMessage, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;

/** Reads events off the main thread, which never waits for lines, checks or columns. */
scope.onmessage = ({ data }) => {
  readStored(data, (chunk) => scope.postMessage({ kind: "chunk", chunk }, chunkBuffers(chunk))).then(
    (summary) => scope.postMessage({ kind: "ended", summary }, []),
    (error: unknown) => scope.postMessage({ kind: "failed", failure: failureOf(error) }, []),
  );
};
