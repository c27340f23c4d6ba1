import type { StreamSummary } from "@/lib/api/client/json-lines";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { EventChunk } from "./event-chunk";

/** Messages from the worker that reads the events of a job to the page. */
export type EventsWorkerMessage =
  | { readonly kind: "chunk"; readonly chunk: EventChunk }
  | { readonly kind: "ended"; readonly summary: StreamSummary }
  | { readonly kind: "failed"; readonly failure: ServiceFailure };
