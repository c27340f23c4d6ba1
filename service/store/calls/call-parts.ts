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

/** A row of `call_parts`; an absent member gets the column's default. */
export type PartRow = { readonly [Column in PartColumn]?: string | number | readonly string[] | null };

export type PartColumn = (typeof partColumns)[number];

export const partColumns = [
  "project_id",
  "started_at",
  "id",
  "kind",
  "trace_id",
  "parent_id",
  "thread_id",
  "turn_id",
  "op_name",
  "display_name",
  "user_id",
  "run_id",
  "run_step",
  "run_step_end",
  "ended_at",
  "exception",
  "descendant_errors",
  "attributes",
  "inputs",
  "output",
  "summary",
  "otel_dump",
  "attributes_search",
  "inputs_search",
  "output_search",
  "summary_search",
  "attributes_size",
  "inputs_size",
  "output_size",
  "summary_size",
  "input_refs",
  "output_refs",
] as const;

/** Returns the row of one part, under the start time of its call. */
export function partRow(part: CallPart, startedAt: EngineTime): PartRow {
  const key = { project_id: part.projectId, started_at: startedAt, id: part.id, kind: partKind[part.part] };
  switch (part.part) {
    case "start":
      return { ...key, ...startColumns(part) };
    case "end":
      return {
        ...key,
        ended_at: part.endedAt,
        exception: part.exception,
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
    case "name":
      return { ...key, display_name: part.displayName };
  }
}

function startColumns(part: StartPart): PartRow {
  return {
    trace_id: part.traceId,
    parent_id: part.parentId ?? "",
    thread_id: part.threadId ?? "",
    turn_id: part.turnId ?? "",
    op_name: part.opName,
    display_name: part.displayName,
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

/** Returns the approximate number of bytes that a part takes in an insert. */
export function partBytes(part: CallPart): number {
  const fixed = 400;
  if (part.part === "name") return fixed + part.displayName.length;
  if (part.part === "end") return fixed + (part.output?.text.length ?? 0) + part.summary.text.length;
  return fixed + part.inputs.text.length + part.attributes.text.length + (part.otelDump?.length ?? 0);
}
