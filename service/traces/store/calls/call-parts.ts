import { type CallSource, DEFAULT_SOURCE } from "@/lib/api/contract/calls/call-sources";
import {
  type BinaryColumn,
  INT64,
  listOf,
  nullable,
  type RowValue,
  TEXT,
  TIME,
  UINT32,
  UINT64,
} from "@/service/traces/store/engine/row-encoder";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";

/** The members that every part of a call has. */
interface PartOfCall {
  readonly projectId: string;
  readonly id: string;
}

/** Payload members are JSON text, as the client sent it. */
export interface StartPart extends PartOfCall {
  readonly part: "start";
  readonly startedAt: EngineTime;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly threadId: string | null;
  readonly turnId: string | null;
  readonly opName: string;
  readonly displayName: string | null;
  readonly userId: string;
  readonly runId: string | null;
  readonly runStep: number | null;
  readonly attributes: Payload;
  readonly inputs: Payload;
  readonly otelDump: PayloadText | null;
  /** Where the call comes from. The writer sets it; absent for production. */
  readonly source?: CallSource;
  /** Replaces the start of a running call. Its end must be in the same write. */
  readonly replacesStart?: true;
}

export interface EndPart extends PartOfCall {
  readonly part: "end";
  readonly endedAt: EngineTime;
  readonly exception: string | null;
  readonly descendantErrors: number;
  readonly output: Payload | null;
  readonly summary: Payload;
  readonly runStepEnd: number | null;
}

export interface NamePart extends PartOfCall {
  readonly part: "name";
  /** Empty clears the name. */
  readonly displayName: string;
}

/** The thread and the turn of a call that differ from those of its stored start. */
export interface TurnPart extends PartOfCall {
  readonly part: "turn";
  readonly threadId: string | null;
  readonly turnId: string | null;
  /** True where the stored start is a turn and the call is not, or vice versa. */
  readonly changesKind: boolean;
}

/** Whether a call whose parent has not come is the top of its trace. */
export interface TopPart extends PartOfCall {
  readonly part: "top";
  readonly isTop: boolean;
}

/** A part whose newest version counts; the first counts for starts and ends. */
export type LaterPart = NamePart | TurnPart | TopPart;

export type CallPart = StartPart | EndPart | LaterPart;

export const isLaterPart = (part: CallPart): part is LaterPart => part.part !== "start" && part.part !== "end";

/** JSON as text, or as the bytes of its UTF-8. */
type PayloadText = string | Uint8Array;

/** JSON text with what is derived from it once, when it is stored. */
export interface Payload {
  readonly text: PayloadText;
  /** Text for the engine's JSON functions; empty where they can read `text`. */
  readonly searchText: string;
  /** Bytes of the value as Python writes it; sizes are counted this way. */
  readonly size: number;
  /** Refs found in the value. */
  readonly refs: readonly string[];
}

/** Columns that a start fills. */
export const startColumns = [
  { name: "trace_id", type: TEXT },
  { name: "parent_id", type: TEXT },
  { name: "thread_id", type: TEXT },
  { name: "turn_id", type: TEXT },
  { name: "op_name", type: TEXT },
  { name: "display_name", type: TEXT },
  { name: "user_id", type: TEXT },
  { name: "run_id", type: TEXT },
  { name: "run_step", type: nullable(INT64) },
  { name: "attributes", type: TEXT },
  { name: "inputs", type: TEXT },
  { name: "otel_dump", type: TEXT },
  { name: "attributes_search", type: TEXT },
  { name: "inputs_search", type: TEXT },
  { name: "attributes_size", type: UINT64 },
  { name: "inputs_size", type: UINT64 },
  { name: "input_refs", type: listOf(TEXT) },
  { name: "call_source", type: TEXT },
] as const satisfies readonly BinaryColumn[];

/** Columns that an end fills. */
export const endColumns = [
  { name: "ended_at", type: nullable(TIME) },
  { name: "exception", type: TEXT },
  { name: "descendant_errors", type: UINT32 },
  { name: "output", type: TEXT },
  { name: "summary", type: TEXT },
  { name: "output_search", type: TEXT },
  { name: "summary_search", type: TEXT },
  { name: "output_size", type: UINT64 },
  { name: "summary_size", type: UINT64 },
  { name: "output_refs", type: listOf(TEXT) },
  { name: "run_step_end", type: nullable(INT64) },
] as const satisfies readonly BinaryColumn[];

/** The columns of `call_rows` that parts of a call fill. */
export const callColumns = [
  // First, since it is filled in last.
  { name: "commit_number", type: UINT64 },
  { name: "project_id", type: TEXT },
  { name: "started_at", type: TIME },
  { name: "id", type: TEXT },
  { name: "open_number", type: UINT64 },
  { name: "generation", type: UINT32 },
  ...startColumns,
  ...endColumns,
] as const satisfies readonly BinaryColumn[];

export type CallColumn = (typeof callColumns)[number]["name"];

/** A row of `call_rows`: the values of {@link callColumns}. */
export type CallRow = readonly RowValue[];

/** Returns the values of {@link startColumns}. */
export function startValues(part: StartPart): RowValue[] {
  const { attributes, inputs } = part;
  return [
    part.traceId,
    part.parentId ?? "",
    part.threadId ?? "",
    part.turnId ?? "",
    part.opName,
    part.displayName ?? "",
    part.userId,
    part.runId ?? "",
    part.runStep,
    attributes.text,
    inputs.text,
    part.otelDump ?? "",
    attributes.searchText,
    inputs.searchText,
    attributes.size,
    inputs.size,
    inputs.refs,
    part.source ?? DEFAULT_SOURCE,
  ];
}

/** The values of {@link startColumns} in a row without a start. */
export const NO_START: readonly RowValue[] = ["", "", "", "", "", "", "", "", null, "", "", "", "", "", 0, 0, [], ""];

/** Returns the values of {@link endColumns}. */
export function endValues(part: EndPart): RowValue[] {
  const { output, summary } = part;
  return [
    part.endedAt,
    part.exception ?? "",
    part.descendantErrors,
    output?.text ?? "",
    summary.text,
    output?.searchText ?? "",
    summary.searchText,
    output?.size ?? 0,
    summary.size,
    output?.refs ?? [],
    part.runStepEnd,
  ];
}

/** The values of {@link endColumns} in a row without an end. */
export const NO_END: readonly RowValue[] = [null, "", 0, "", "", "", "", 0, 0, [], null];

/** Returns the approximate number of bytes that a part takes in an insert. */
export function partBytes(part: CallPart): number {
  const fixed = 400;
  if (part.part === "name") return fixed + part.displayName.length;
  if (part.part === "top") return fixed;
  if (part.part === "turn") return fixed + (part.threadId?.length ?? 0);
  if (part.part === "end") return fixed + (part.output?.text.length ?? 0) + part.summary.text.length;
  return fixed + part.inputs.text.length + part.attributes.text.length + (part.otelDump?.length ?? 0);
}
