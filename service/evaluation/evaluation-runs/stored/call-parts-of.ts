import { v5 as uuid5 } from "uuid";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { CallPart, EndPart, StartPart } from "@/service/traces/store/calls/call-parts";
import { payloadOf } from "@/service/traces/store/calls/payload";
import { type EngineTime, engineTimeOf } from "@/service/traces/store/engine/timestamps";

/** Tokens by model, as in `summary.usage`. */
export type Usage = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The place of everything that a run stores as calls. */
export interface CallScope {
  readonly projectId: string;
  readonly userId: string;
  readonly traceId: string;
}

export interface StartedCall {
  readonly id: string;
  readonly parentId: string | null;
  readonly opName: string;
  readonly displayName?: string;
  /** Since 1970. */
  readonly startedMicros: number;
  readonly attributes: object;
  readonly inputs: object;
}

export interface EndedCall {
  readonly id: string;
  readonly endedMicros: number;
  readonly output: unknown;
  readonly exception: string | null;
  readonly usage: Usage;
  /** Failed calls below this one. */
  readonly errorsBelow?: number;
}

/** The name space of ids: a trial that is written again has the ids of before, so that it is not stored twice. */
const ID_SPACE = "6f1d6e0c-7a9b-5c55-8d60-2f1c3a5e9b7d";

/** Returns the id of a call of a run. */
export function runCallId(runId: string, ...parts: readonly (string | number)[]): string {
  return uuid5(JSON.stringify([runId, ...parts]), ID_SPACE);
}

/** Returns this moment in microseconds since 1970. */
export function microsNow(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}

const timeOf = (micros: number): EngineTime => engineTimeOf(micros);

export function startPart({ projectId, userId, traceId }: CallScope, call: StartedCall): StartPart {
  return {
    part: "start",
    projectId,
    id: call.id,
    traceId,
    startedAt: timeOf(call.startedMicros),
    parentId: call.parentId,
    threadId: null,
    turnId: null,
    opName: call.opName,
    displayName: call.displayName ?? null,
    userId,
    runId: null,
    runStep: null,
    otelDump: null,
    attributes: payloadOf(stringifyJson(call.attributes)),
    inputs: payloadOf(stringifyJson(call.inputs)),
  };
}

export function endPart({ projectId }: CallScope, call: EndedCall): EndPart {
  const errors = call.errorsBelow ?? 0;
  const summary = {
    usage: call.usage,
    status_counts: { success: 0, error: errors + (call.exception === null ? 0 : 1) },
  };
  return {
    part: "end",
    projectId,
    id: call.id,
    endedAt: timeOf(call.endedMicros),
    exception: call.exception,
    descendantErrors: errors,
    runStepEnd: null,
    output: payloadOf(stringifyJson(call.output ?? null)),
    summary: payloadOf(stringifyJson(summary)),
  };
}

/** Returns a complete call. */
export function callParts(scope: CallScope, call: StartedCall & EndedCall): CallPart[] {
  return [startPart(scope, call), endPart(scope, call)];
}

/** Adds up tokens by model. Details of a provider that are not numbers are left out. */
export function sumUsage(usages: Iterable<Usage>): Usage {
  const sums = new Map<string, Record<string, number>>();
  for (const usage of usages) {
    for (const [model, counts] of Object.entries(usage)) {
      const sum = sums.get(model) ?? {};
      for (const [name, count] of Object.entries(counts)) {
        if (typeof count === "number") sum[name] = (sum[name] ?? 0) + count;
      }
      sums.set(model, sum);
    }
  }
  return Object.fromEntries(sums);
}
