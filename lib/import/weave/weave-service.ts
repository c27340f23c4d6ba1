import type { RequestOf, ResultOf } from "@/lib/api/contract/operations";
import type { CallOperation } from "@/lib/import/import-service";

/** The operations that read a project, with an answer in JSON. */
type AskedOperation = "calls.queryStats" | "feedback.query" | "objs.query" | "project.stats";

/** The operations that read a project line by line. */
export type StreamedOperation = "calls.streamQuery" | "table.queryStream";

/** A project of a service with this interface, which is read, with any transport. */
export interface WeaveProject {
  readonly projectId: string;
  ask<Id extends AskedOperation>(id: Id, body: RequestOf<Id>): Promise<ResultOf<Id>>;
  /** Yields lines of JSON as they arrive. Rejects where the response breaks off. */
  lines<Id extends StreamedOperation>(id: Id, body: RequestOf<Id>): AsyncIterable<string>;
  readFile(digest: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns whether a rejection means that the service has no such operation. */
  isUnsupported(error: unknown): boolean;
  /** Returns whether a request may succeed when it is sent again. */
  mayPass(error: unknown): boolean;
  /** The most lines that one response has; absent for no limit of its own. */
  readonly maxLines?: number;
  /** Returns whether a response was too large: fewer lines may fit. Absent where responses are streamed. */
  isTooLarge?(error: unknown): boolean;
}

/** The project that an import writes to. */
export interface WeaveTarget {
  /** The same project, to find what it has already. */
  readonly stored: WeaveProject;
  readonly call: CallOperation;
  /** Stores the bytes of a file, and returns their digest. */
  storeFile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Returns whether the service refused what was sent, as opposed to having failed. */
  isRefusal(error: unknown): boolean;
}

/** The records of one kind in an import. */
export interface WeaveCount {
  /** In the other project, as far as it says so; null when unknown. */
  readonly total: number | null;
  /** Read so far, including those before the place where the import began. */
  readonly read: number;
  readonly stored: number;
  /** Those that were there already. */
  readonly present: number;
  readonly skipped: number;
}

export type WeaveStep = "objects" | "calls" | "feedback";

export type WeaveCounts = Readonly<Record<WeaveStep, WeaveCount>>;
