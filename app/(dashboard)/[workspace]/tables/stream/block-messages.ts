import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { BufferedRowBlock } from "./buffered-row";
import type { BlockRequest, BlocksRead } from "./read-blocks";

/** To the worker that reads rows: a part to read, or to stop reading. One at a time. */
export type ToBlockWorker = { readonly kind: "read"; readonly request: BlockRequest } | { readonly kind: "stop" };

/** What the worker tells: blocks as they come, then how it ended. */
export type FromBlockWorker =
  | { readonly kind: "block"; readonly block: BufferedRowBlock | null; readonly byteCount: number }
  | { readonly kind: "ended"; readonly read: BlocksRead }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  /** Stopped before the answer began. */
  | { readonly kind: "stopped" };
