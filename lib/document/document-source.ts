import type { Call } from "@/lib/api/contract/calls/calls";

/** The content of a document: the calls of one trace or thread, with their payloads. */
export interface DocumentSource {
  /** Id of the trace or thread. */
  readonly id: string;
  readonly calls: readonly Call[];
  /** Why calls are missing; null when all of them are there. */
  readonly problem: string | null;
  /** What the project lacks because stored data is damaged, in sentences; null when nothing. */
  readonly incomplete: string | null;
  /** When the calls were read, in milliseconds since 1970. */
  readonly readAtMs: number;
}

/** Calls of one document. A page of more is too long to read, and to open on a phone. */
export const MAX_DOCUMENT_CALLS = 2_000;

/** The columns of a call that a document shows. Attributes only say its kind: they are not written. */
export const DOCUMENT_COLUMNS: readonly string[] = [
  "display_name",
  "parent_id",
  "thread_id",
  "turn_id",
  "ended_at",
  "exception",
  "summary",
  "attributes",
  "inputs",
  "output",
];

/** Returns the calls that belong to a trace or thread: a service that ignores a filter must not widen a document. */
export function ownCalls(kind: "trace" | "thread", id: string, calls: readonly Call[]): readonly Call[] {
  return calls.filter((call) => (kind === "trace" ? call.trace_id : call.thread_id) === id);
}
