import {
  type BinaryColumn,
  INT64,
  listOf,
  nullable,
  type RowValue,
  TEXT,
  TIME,
  UINT8,
  UINT32,
  UINT64,
} from "@/service/store/engine/row-encoder";
import type { EngineTime } from "@/service/store/engine/timestamps";

/** The bits of `kind` in `call_parts`. A call has one start, at most one end, and any number of names. */
export const partKind = { start: 1, end: 2, name: 4 } as const;

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

export type CallPart = StartPart | EndPart | NamePart;

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

/** The columns of `call_parts` that an insert fills. */
export const partColumns = [
  { name: "project_id", type: TEXT },
  { name: "started_at", type: TIME },
  { name: "id", type: TEXT },
  { name: "kind", type: UINT8 },
  { name: "trace_id", type: TEXT },
  { name: "parent_id", type: TEXT },
  { name: "thread_id", type: TEXT },
  { name: "turn_id", type: TEXT },
  { name: "op_name", type: TEXT },
  { name: "display_name", type: nullable(TEXT) },
  { name: "user_id", type: TEXT },
  { name: "run_id", type: TEXT },
  { name: "run_step", type: nullable(INT64) },
  { name: "run_step_end", type: nullable(INT64) },
  { name: "ended_at", type: nullable(TIME) },
  { name: "exception", type: nullable(TEXT) },
  { name: "descendant_errors", type: UINT32 },
  { name: "attributes", type: TEXT },
  { name: "inputs", type: TEXT },
  { name: "output", type: TEXT },
  { name: "summary", type: TEXT },
  { name: "otel_dump", type: TEXT },
  { name: "attributes_search", type: TEXT },
  { name: "inputs_search", type: TEXT },
  { name: "output_search", type: TEXT },
  { name: "summary_search", type: TEXT },
  { name: "attributes_size", type: UINT64 },
  { name: "inputs_size", type: UINT64 },
  { name: "output_size", type: UINT64 },
  { name: "summary_size", type: UINT64 },
  { name: "input_refs", type: listOf(TEXT) },
  { name: "output_refs", type: listOf(TEXT) },
] as const satisfies readonly BinaryColumn[];

export type PartColumn = (typeof partColumns)[number]["name"];

/** A row of `call_parts`: the values of {@link partColumns}. */
export type PartRow = readonly RowValue[];

const NO_REFS: readonly string[] = [];

/** Returns the row of one part, under the start time of its call. */
export function partRow(part: CallPart, startedAt: EngineTime): PartRow {
  switch (part.part) {
    case "start":
      return startRow(part, startedAt);
    case "end":
      return endRow(part, startedAt);
    case "name":
      return nameRow(part, startedAt);
  }
}

function startRow(part: StartPart, startedAt: EngineTime): PartRow {
  const { attributes, inputs } = part;
  return [
    ...[part.projectId, startedAt, part.id, partKind.start],
    ...[part.traceId, part.parentId ?? "", part.threadId ?? "", part.turnId ?? ""],
    ...[part.opName, part.displayName, part.userId, part.runId ?? "", part.runStep, null],
    ...[null, null, 0],
    ...[attributes.text, inputs.text, "", "", part.otelDump ?? ""],
    ...[attributes.searchText, inputs.searchText, "", ""],
    ...[attributes.size, inputs.size, 0, 0],
    ...[inputs.refs, NO_REFS],
  ];
}

function endRow(part: EndPart, startedAt: EngineTime): PartRow {
  const { output, summary } = part;
  return [
    ...[part.projectId, startedAt, part.id, partKind.end],
    ...["", "", "", ""],
    ...["", null, "", "", null, part.runStepEnd],
    ...[part.endedAt, part.exception, part.descendantErrors],
    ...["", "", output?.text ?? "", summary.text, ""],
    ...["", "", output?.searchText ?? "", summary.searchText],
    ...[0, 0, output?.size ?? 0, summary.size],
    ...[NO_REFS, output?.refs ?? NO_REFS],
  ];
}

function nameRow(part: NamePart, startedAt: EngineTime): PartRow {
  return [
    ...[part.projectId, startedAt, part.id, partKind.name],
    ...["", "", "", ""],
    ...["", part.displayName, "", "", null, null],
    ...[null, null, 0],
    ...["", "", "", "", ""],
    ...["", "", "", ""],
    ...[0, 0, 0, 0],
    ...[NO_REFS, NO_REFS],
  ];
}

/** Returns the approximate number of bytes that a part takes in an insert. */
export function partBytes(part: CallPart): number {
  const fixed = 400;
  if (part.part === "name") return fixed + part.displayName.length;
  if (part.part === "end") return fixed + (part.output?.text.length ?? 0) + part.summary.text.length;
  return fixed + part.inputs.text.length + part.attributes.text.length + (part.otelDump?.length ?? 0);
}
