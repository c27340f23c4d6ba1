import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { BufferedRowBlock } from "./buffered-row";
import type { BlockRequest, BlocksRead } from "./read-blocks";

/** A message to the worker that reads rows: a part to read, or stop. One part at a time. */
export type ToBlockWorker = { readonly kind: "read"; readonly request: BlockRequest } | { readonly kind: "stop" };

/** A message from the worker: blocks as they arrive, then the result. */
export type FromBlockWorker =
  | { readonly kind: "block"; readonly block: BufferedRowBlock | null; readonly byteCount: number }
  | { readonly kind: "ended"; readonly read: BlocksRead }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  /** Stopped before the response began. */
  | { readonly kind: "stopped" };
