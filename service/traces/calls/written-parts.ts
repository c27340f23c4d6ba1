import { v7 as uuid7 } from "uuid";
import type { z } from "zod";
import type { callEnd, callStart } from "@/lib/api/contract/calls/calls";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { ValidationError } from "@/service/kernel/errors/service-errors";
import type { EndPart, StartPart } from "@/service/traces/store/calls/call-parts";
import { payloadOf } from "@/service/traces/store/calls/payload";
import { type EngineTime, toEngineTime } from "@/service/traces/store/engine/timestamps";
import type { PayloadTexts } from "./call-payloads";
import { storedSummary } from "./client-summary";

type CallStart = z.output<typeof callStart>;
type CallEnd = z.output<typeof callEnd>;

/** The position of a part in its request, for the paths in errors. */
export type RequestPath = readonly (string | number)[];

/** A start as the writer takes it. Ids that the client omitted are created here. */
export function startPartOf(
  start: CallStart,
  texts: PayloadTexts,
  userId: string,
  requestPath: RequestPath,
): StartPart {
  return {
    part: "start",
    projectId: start.project_id,
    id: start.id || uuid7(),
    traceId: start.trace_id || uuid7(),
    startedAt: timeAt(start.started_at, [...requestPath, "started_at"]),
    parentId: start.parent_id || null,
    threadId: start.thread_id || null,
    turnId: start.turn_id || null,
    opName: start.op_name,
    displayName: start.display_name || null,
    userId,
    runId: start.svc_run_id || null,
    runStep: start.svc_run_step ?? null,
    attributes: payloadOf(texts.get("attributes") ?? "{}"),
    inputs: payloadOf(texts.get("inputs") ?? "{}"),
    otelDump: start.otel_dump ? (texts.get("otel_dump") ?? null) : null,
  };
}

/** An end as the writer takes it. */
export function endPartOf(end: CallEnd, texts: PayloadTexts, requestPath: RequestPath): EndPart {
  const outputText = texts.get("output");
  return {
    part: "end",
    projectId: end.project_id,
    id: end.id,
    endedAt: timeAt(end.ended_at, [...requestPath, "ended_at"]),
    exception: end.exception || null,
    descendantErrors: errorsCounted(end.summary),
    output: outputText === undefined ? null : payloadOf(outputText),
    summary: payloadOf(storedSummary(texts.get("summary") ?? "{}")),
    runStepEnd: end.svc_run_step_end ?? null,
  };
}

/** `summary.status_counts.error`: how many calls below this one failed, as counted by the client. */
function errorsCounted(summary: CallEnd["summary"]): number {
  const counts = summary.status_counts;
  if (typeof counts !== "object" || counts === null || !("error" in counts)) return 0;
  const errors = plainNumber(counts.error);
  return typeof errors === "number" && errors > 0 ? Math.min(Math.trunc(errors), 2 ** 32 - 1) : 0;
}

/** Returns a time in the engine's form. @throws ValidationError when it is not a time, or out of range. */
export function timeAt(time: string | number, requestPath: RequestPath): EngineTime {
  const engineTime = toEngineTime(time);
  if (engineTime !== null) return engineTime;
  const msg = "Input should be a date-time between the years 1900 and 2299";
  throw new ValidationError([{ loc: ["body", ...requestPath.map(String)], msg, type: "datetime_parsing" }]);
}
