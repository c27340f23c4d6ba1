import type { EngineTime } from "@/service/store/engine/timestamps";

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
  readonly otelDump: string | null;
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

/** JSON text with what is derived from it once, when it is stored. */
export interface Payload {
  readonly text: string;
  /** Text for the engine's JSON functions; empty where they can read `text`. */
  readonly searchText: string;
  /** Bytes of the value as Python writes it; sizes are counted this way. */
  readonly size: number;
  /** Refs found in the value. */
  readonly refs: readonly string[];
}

/** Columns that a start fills. */
export const startColumns = [
  "trace_id",
  "parent_id",
  "thread_id",
  "turn_id",
  "op_name",
  "display_name",
  "user_id",
  "run_id",
  "run_step",
  "attributes",
  "inputs",
  "otel_dump",
  "attributes_search",
  "inputs_search",
  "attributes_size",
  "inputs_size",
  "input_refs",
] as const;

/** Columns that an end fills. */
export const endColumns = [
  "ended_at",
  "exception",
  "descendant_errors",
  "output",
  "summary",
  "output_search",
  "summary_search",
  "output_size",
  "summary_size",
  "output_refs",
  "run_step_end",
] as const;

/** The columns of `call_rows` that an insert names. The engine computes the others. */
export const callColumns = [
  "project_id",
  "started_at",
  "id",
  "open_number",
  "generation",
  "commit_number",
  ...startColumns,
  ...endColumns,
] as const;

export type CallColumn = (typeof callColumns)[number];

/** A row of `call_rows`; an absent member gets the column's default. */
export type CallRow = { readonly [Column in CallColumn]?: string | number | readonly string[] | null };

/** Returns what a start adds to the row of its call. */
export function startRow(part: StartPart): CallRow {
  return {
    trace_id: part.traceId,
    parent_id: part.parentId ?? "",
    thread_id: part.threadId ?? "",
    turn_id: part.turnId ?? "",
    op_name: part.opName,
    display_name: part.displayName ?? "",
    user_id: part.userId,
    run_id: part.runId ?? "",
    run_step: part.runStep,
    attributes: part.attributes.text,
    attributes_search: part.attributes.searchText,
    attributes_size: part.attributes.size,
    inputs: part.inputs.text,
    inputs_search: part.inputs.searchText,
    inputs_size: part.inputs.size,
    input_refs: part.inputs.refs,
    otel_dump: part.otelDump ?? "",
  };
}

/** Returns what an end adds to the row of its call. */
export function endRow(part: EndPart): CallRow {
  return {
    ended_at: part.endedAt,
    exception: part.exception ?? "",
    descendant_errors: part.descendantErrors,
    output: part.output?.text ?? "",
    output_search: part.output?.searchText ?? "",
    output_size: part.output?.size ?? 0,
    output_refs: part.output?.refs ?? [],
    summary: part.summary.text,
    summary_search: part.summary.searchText,
    summary_size: part.summary.size,
    run_step_end: part.runStepEnd,
  };
}

/** Returns the approximate number of bytes that a part takes in an insert. */
export function partBytes(part: CallPart): number {
  const fixed = 400;
  if (part.part === "name") return fixed + part.displayName.length;
  if (part.part === "end") return fixed + (part.output?.text.length ?? 0) + part.summary.text.length;
  return fixed + part.inputs.text.length + part.attributes.text.length + (part.otelDump?.length ?? 0);
}
