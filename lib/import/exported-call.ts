import { z } from "zod";
import { call } from "@/lib/api/contract/calls/calls";
import { readNames } from "@/lib/api/contract/operation/dialect";
import { jsonObject, timestamp } from "@/lib/api/contract/scalars/scalars";
import { isJsonObject } from "@/lib/guard/json-object";
import { type CallPartRequest, callPartsOf, type ImportedFeedback } from "./values/import-item";

/** A call as services export it; its project is replaced, so it may be missing. */
const exportedCall = call.extend({
  id: z.string().min(1),
  project_id: z.string().optional(),
  trace_id: z.string().min(1),
  started_at: timestamp.refine((text) => !Number.isNaN(Date.parse(text)), { error: "Input should be a date-time" }),
});

type ExportedCall = z.output<typeof exportedCall>;

/** Feedback as an export carries it inside a call. */
const exportedFeedback = z.object({
  id: z.string().nullish(),
  feedback_type: z.string().min(1),
  payload: jsonObject,
  creator: z.string().nullish(),
});

export interface CallConversion {
  readonly parts: readonly CallPartRequest[];
  readonly feedback: readonly ImportedFeedback[];
}

/** Separates the member that the service derives or stores elsewhere from the rest. */
function split(value: Readonly<Record<string, unknown>> | null | undefined, member: string) {
  const { [member]: taken, ...rest } = value ?? {};
  return { taken: taken as Record<string, unknown> | null | undefined, rest };
}

function feedbackOf(derived: unknown, { id }: ExportedCall, projectId: string): ImportedFeedback[] {
  if (!isJsonObject(derived) || !Array.isArray(derived.feedback)) return [];
  return derived.feedback.flatMap((record) => {
    const { success, data } = exportedFeedback.safeParse(record);
    return success ? [{ ...data, project_id: projectId, weave_ref: `weave:///${projectId}/call/${id}` }] : [];
  });
}

/** Returns whether a value looks like a call, so that an error in it can be reported as one. */
export function isCallLike(value: unknown): boolean {
  return isJsonObject(value) && "op_name" in value && "started_at" in value;
}

/**
 * Returns the parts of a call of a JSONL export (a line as `/calls/stream_query` returns it, in either spelling), for
 * another project. Values that services derive on each read (`summary.weave`) are dropped; ids stay, so that importing
 * twice changes nothing.
 *
 * @throws ZodError when the value is not a call.
 */
export function convertCall(value: unknown, projectId: string): CallConversion {
  const exported = exportedCall.parse(readNames(call, value));
  const attributes = split(exported.attributes, "otel_span");
  const summary = split(exported.summary, "weave");
  const start = {
    project_id: projectId,
    id: exported.id,
    trace_id: exported.trace_id,
    op_name: exported.op_name,
    started_at: exported.started_at,
    attributes: attributes.rest,
    inputs: exported.inputs ?? {},
    ...(isJsonObject(attributes.taken) ? { otel_dump: attributes.taken } : {}),
    parent_id: exported.parent_id,
    thread_id: exported.thread_id,
    turn_id: exported.turn_id,
    display_name: exported.display_name,
    svc_run_id: exported.svc_run_id,
    svc_run_step: exported.svc_run_step,
  };
  const { ended_at } = exported;
  const end = ended_at && {
    project_id: projectId,
    id: exported.id,
    ended_at,
    exception: exported.exception,
    output: exported.output ?? null,
    summary: summary.rest,
    svc_run_step_end: exported.svc_run_step_end,
  };
  return { parts: callPartsOf(start, end || null), feedback: feedbackOf(summary.taken, exported, projectId) };
}
