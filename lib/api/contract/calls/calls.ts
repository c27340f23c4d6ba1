import { z } from "zod";
import { limit, offset, sortBy } from "@/lib/api/contract/query/limit-and-order";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import {
  integer,
  jsonObject,
  longInteger,
  projectId,
  timestamp,
  timestampIn,
} from "@/lib/api/contract/scalars/scalars";

/** CallStart: the first part of a traced call. */
export const callStart = z.object({
  project_id: projectId,
  op_name: z.string(),
  started_at: timestampIn,
  attributes: jsonObject,
  inputs: jsonObject,
  id: z.string().max(256).nullish(),
  display_name: z.string().max(1024).nullish(),
  trace_id: z.string().max(256).nullish(),
  parent_id: z.string().max(256).nullish(),
  thread_id: z.string().max(1024).nullish(),
  turn_id: z.string().max(256).nullish(),
  otel_dump: jsonObject.nullish(),
  svc_user_id: z.string().nullish().describe("Set by the server; clients do not set it."),
  svc_run_id: z.string().nullish(),
  svc_run_step: integer.nullish(),
});

/** CallEnd: the second part, which may arrive first. */
export const callEnd = z.object({
  project_id: projectId,
  id: z.string().min(1).max(256),
  ended_at: timestampIn,
  summary: jsonObject,
  exception: z.string().nullish(),
  output: z.unknown().optional(),
  svc_run_step_end: integer.nullish(),
  trace_id: z.string().nullish(),
  started_at: timestampIn.nullish(),
});

export const callUpsertItem = z.discriminatedUnion("mode", [
  z.object({ mode: z.literal("start"), req: z.object({ start: callStart }) }),
  z.object({ mode: z.literal("end"), req: z.object({ end: callEnd }) }),
]);

export const callUpsertBatch = z.object({
  batch: z.array(z.preprocess(withDefaultMode, callUpsertItem)),
});

/** `mode` is optional: the request shape implies it. */
function withDefaultMode(item: unknown): unknown {
  if (typeof item !== "object" || item === null || "mode" in item) return item;
  const { req } = item as { req?: unknown };
  if (typeof req !== "object" || req === null) return item;
  return { ...item, mode: "end" in req ? "end" : "start" };
}

export const callUpsertResult = z.looseObject({ id: z.string().optional(), trace_id: z.string().optional() });

export const completedCall = z.object({
  ...callStart.shape,
  ...callEnd.omit({ started_at: true }).shape,
  trace_id: z.string().min(1).max(256),
});

export const completeParams = z.object({ entity: z.string().min(1), project: z.string().min(1) });

const strings = z.array(z.string()).nullish();

/** CallsFilter: members are joined by AND, the entries of a list by OR; an empty list filters nothing. */
export const callsFilter = z.object({
  op_names: strings,
  input_refs: strings,
  output_refs: strings,
  parent_ids: strings,
  trace_ids: strings,
  call_ids: strings,
  thread_ids: strings,
  turn_ids: strings,
  trace_roots_only: z.boolean().nullish(),
  svc_user_ids: strings,
  svc_run_ids: strings,
});

export type CallsFilter = z.infer<typeof callsFilter>;

export const callsQueryStats = z.object({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: queryExpression.nullish(),
  limit,
  include_total_storage_size: z.boolean().nullish().default(false),
  expand_columns: z.array(z.string()).nullish(),
});

export const callsStats = z.looseObject({
  count: integer,
  total_storage_size_bytes: longInteger.nullish(),
  has_more: z.boolean().optional(),
});

export const callsStreamQuery = z.object({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: queryExpression.nullish(),
  sort_by: sortBy,
  limit,
  offset,
  columns: z.array(z.string()).nullish(),
  expand_columns: z.array(z.string()).nullish(),
  return_expanded_column_values: z.boolean().nullish(),
  include_costs: z.boolean().nullish(),
  include_feedback: z.boolean().nullish(),
  include_storage_size: z.boolean().nullish(),
  include_total_storage_size: z.boolean().nullish(),
});

/** Members of `summary.weave`: derived by the service on each read. */
export const derivedSummary = z.looseObject({
  status: z.string().optional(),
  latency_ms: integer.nullish(),
  trace_name: z.string().optional(),
  display_name: z.string().optional(),
  costs: z.record(z.string(), jsonObject).optional(),
  usage_report: jsonObject.optional(),
});

export const call = z.looseObject({
  id: z.string(),
  project_id: z.string(),
  op_name: z.string(),
  display_name: z.string().nullish(),
  trace_id: z.string(),
  parent_id: z.string().nullish(),
  thread_id: z.string().nullish(),
  turn_id: z.string().nullish(),
  started_at: timestamp,
  ended_at: timestamp.nullish(),
  exception: z.string().nullish(),
  attributes: jsonObject.nullish(),
  inputs: jsonObject.nullish(),
  output: z.unknown().optional(),
  summary: z
    .looseObject({ weave: derivedSummary.optional(), usage: z.record(z.string(), jsonObject).optional() })
    .nullish(),
  svc_user_id: z.string().nullish(),
  svc_run_id: z.string().nullish(),
  svc_run_step: integer.nullish(),
  svc_run_step_end: integer.nullish(),
  deleted_at: timestamp.nullish(),
  storage_size_bytes: longInteger.nullish(),
  total_storage_size_bytes: longInteger.nullish(),
  /** Bytes of JSON text by payload, for payloads omitted because of `longest_value`. */
  left_out: z.record(z.string(), integer).optional(),
});

/** A call in the service's response, after the row parser has applied the interface's names. */
export type Call = z.infer<typeof call>;

/** Heddle's own extension: calls without payload, for very large trees. Members are those of a stream of calls. */
export const callsSkeleton = z.object({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: queryExpression.nullish(),
  sort_by: sortBy,
  limit,
  offset,
  include_costs: z.boolean().nullish(),
});

/**
 * The members of a call that a tree shows: from the attributes its kind, from the summary the tokens and the cost by
 * model and what the service derives. A member without a value is omitted.
 */
export const callSkeleton = z.looseObject({
  id: z.string(),
  op_name: z.string(),
  started_at: timestamp,
  ended_at: timestamp.optional(),
  display_name: z.string().optional(),
  parent_id: z.string().optional(),
  thread_id: z.string().optional(),
  exception: z.string().optional(),
  attributes: jsonObject.optional(),
  summary: call.shape.summary,
  svc_run_id: z.string().optional(),
  svc_run_step: integer.optional(),
});

export type CallSkeleton = z.infer<typeof callSkeleton>;

export const callRead = z.object({
  project_id: projectId,
  id: z.string(),
  longest_value: integer
    .nullish()
    .describe("Maximum bytes of JSON text. Longer inputs, outputs and attributes are omitted and named in `left_out`."),
  include_costs: z.boolean().nullish(),
  include_storage_size: z.boolean().nullish(),
  include_total_storage_size: z.boolean().nullish(),
});

export const callUpdate = z.object({
  project_id: projectId,
  call_id: z.string(),
  display_name: z.string().max(1024).nullish(),
});

export const callsDelete = z.object({ project_id: projectId, call_ids: z.array(z.string()) });

/** Heddle's own extension: the first characters of inputs and outputs, for rows on screen. */
export const callsPreview = z.object({
  project_id: projectId,
  call_ids: z.array(z.string()).max(1000),
  length: integer.default(400).describe("Characters of JSON text to return of each value, at most 4096."),
  paths: z
    .array(z.string().max(512))
    .max(50)
    .nullish()
    .describe("Additional paths, written as sort fields: inputs.user.name, summary.usage."),
  with_messages: z
    .boolean()
    .nullish()
    .describe("Also returns what was asked last in the inputs, and the answer in the output."),
  find: z.string().min(1).max(256).nullish().describe("Also returns what is around the first place of this text."),
});

/**
 * `inputs` and `output` are the first characters of the stored JSON text, cut at any character; null where there is
 * none.
 */
const callPreview = z.looseObject({
  id: z.string(),
  inputs: z.string().nullable(),
  output: z.string().nullable(),
  /** Full length of the JSON text in characters: longer than the preview when that is cut. */
  inputs_length: integer,
  output_length: integer,
  /** By path, when paths were requested: the first characters of the value's JSON text, null where there is none. */
  values: z.record(z.string(), z.string().nullable()).optional(),
  /**
   * With messages only, each the first characters of JSON text, null where there is none: what a user or a tool said last
   * in the inputs, what the output answers, and the list of the tool calls that it requests. A message has its role; a
   * text is what the payload says in other words.
   */
  last_message: z.string().nullish(),
  answer: z.string().nullish(),
  tool_calls: z.string().nullish(),
  /** The call says nothing itself: the text is the first question, or the last answer, below it. */
  is_asked_below: z.boolean().optional(),
  is_answered_below: z.boolean().optional(),
  /** With a text to find only: what people read around its first place, null where it is not. */
  found_in_inputs: z.string().nullish(),
  found_in_output: z.string().nullish(),
});

export type CallPreview = z.infer<typeof callPreview>;

export const callsPreviewResult = z.looseObject({ previews: z.array(callPreview) });
