import type { ValueFindResult, ValuePartResult } from "@/lib/api/contract/values/values";
import type { JsonPath } from "@/lib/json/scan/json-slices";

/** Entries of a list or an object, or characters of a string; `to` is behind the last one. */
export interface ValueWindow {
  readonly from: number;
  readonly to: number;
}

/** Where the parts of a large value come from: a service that cuts them out, or a worker that holds the whole. */
export interface ValueSource {
  /** A window of the value at a path; null takes the first one. */
  read(path: JsonPath, window: ValueWindow | null, signal?: AbortSignal): Promise<ValuePartResult>;
  /** Where words stand below a path, a page at a time; `after` is the `next` of the page before. */
  find(path: JsonPath, words: string, after: number | null, signal?: AbortSignal): Promise<ValueFindResult>;
  /** The JSON text as it was stored. */
  content(path: JsonPath, signal?: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}
