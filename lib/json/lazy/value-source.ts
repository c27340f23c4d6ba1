import type { ValueFindResult, ValuePartResult } from "@/lib/api/contract/values/values";
import type { JsonPath } from "@/lib/json/scan/json-slices";

/** Entries of a list or an object, or characters of a string; `to` is exclusive. */
export interface ValueWindow {
  readonly from: number;
  readonly to: number;
}

/** The source of the parts of a large value: a service that cuts them out, or a worker with the full text. */
export interface ValueSource {
  /** Returns a window of the value at a path; null for the first window. */
  read(path: JsonPath, window: ValueWindow | null, signal?: AbortSignal): Promise<ValuePartResult>;
  /** Finds text below a path, a page at a time; `after` is the `next` of the previous page. */
  find(path: JsonPath, words: string, after: number | null, signal?: AbortSignal): Promise<ValueFindResult>;
  /** Returns the JSON text as it was stored. */
  content(path: JsonPath, signal?: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}
