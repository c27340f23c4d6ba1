import type { ValueFindResult } from "@/lib/api/contract/values/values";
import type { JsonPath } from "@/lib/json/scan/json-slices";
import type { ValuePart } from "@/lib/json/scan/value-part";
import type { ValueWindow } from "./value-source";

/** A request to the worker about its text. */
export type WorkerRequest =
  | { readonly kind: "read"; readonly path: JsonPath; readonly window: ValueWindow | null }
  | { readonly kind: "find"; readonly path: JsonPath; readonly words: string; readonly after: number | null }
  | { readonly kind: "content"; readonly path: JsonPath };

/** Messages to the worker: the text piece by piece, its end, and requests. */
export type ToWorker =
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" }
  | { readonly kind: "ask"; readonly id: number; readonly question: WorkerRequest };

export type WorkerResponse =
  | { readonly kind: "read"; readonly part: ValuePart }
  | { readonly kind: "find"; readonly found: ValueFindResult }
  | { readonly kind: "content"; readonly blob: Blob };

export type FromWorker =
  | { readonly id: number; readonly answer: WorkerResponse }
  | { readonly id: number; readonly problem: string };
