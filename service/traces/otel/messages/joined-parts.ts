import { createHash } from "node:crypto";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { type Attributes, isAttributes } from "@/service/traces/otel/attribute-values";
import { type EventMessages, messagesFromEvents } from "@/service/traces/otel/span-events";
import type { EndPart, Payload, StartPart } from "@/service/traces/store/calls/call-parts";
import { payloadOf } from "@/service/traces/store/calls/payload";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import type { SpanName } from "./message-records";

/** The call of an ended span. */
export interface SpanParts {
  readonly start: StartPart;
  readonly end: EndPart;
}

const NANOS_PER_MICRO = 1000n;

function textOf(text: string | Uint8Array): string {
  return typeof text === "string" ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString();
}

const plainPayload = (payload: Payload): Payload => ({ ...payload, text: textOf(payload.text) });

/** Writes the parts of a call as JSON, to be read by {@link readParts}. */
export function writeParts({ start, end }: SpanParts): string {
  const { attributes, inputs, otelDump } = start;
  const plainStart: StartPart = {
    ...start,
    attributes: plainPayload(attributes),
    inputs: plainPayload(inputs),
    otelDump: otelDump === null ? null : textOf(otelDump),
  };
  const plainEnd: EndPart = {
    ...end,
    output: end.output && plainPayload(end.output),
    summary: plainPayload(end.summary),
  };
  return JSON.stringify({ start: plainStart, end: plainEnd } satisfies SpanParts);
}

export function readParts(text: string): SpanParts {
  return JSON.parse(text) as SpanParts;
}

interface StoredEvent {
  readonly name: string;
  readonly timeNanos: bigint;
  readonly attributes: Attributes;
}

function readEvents(events: readonly string[]): StoredEvent[] {
  const read = events.map((text): StoredEvent => {
    const { name, timeNanos, attributes } = parseJson(text) as Record<string, unknown>;
    return {
      name: String(name),
      timeNanos: BigInt(String(timeNanos)),
      attributes: isAttributes(attributes) ? attributes : {},
    };
  });
  // Stable: events of the same time stay in the order in which they came.
  return read.sort((one, other) => (one.timeNanos < other.timeNanos ? -1 : one.timeNanos > other.timeNanos ? 1 : 0));
}

/** Returns the messages in the events of one span. */
export function messagesIn(events: readonly string[]): EventMessages {
  return messagesFromEvents(readEvents(events));
}

const jsonPayload = (value: unknown): Payload => payloadOf(stringifyJson(value));

function hasInputs({ inputs }: StartPart): boolean {
  return textOf(inputs.text) !== "{}";
}

/** Adds messages to a call, where it has none of its own. */
export function withMessages({ start, end }: SpanParts, { inputs, output }: EventMessages): SpanParts {
  return {
    start: inputs && !hasInputs(start) ? { ...start, inputs: jsonPayload(inputs) } : start,
    end: output && end.output === null ? { ...end, output: jsonPayload(output) } : end,
  };
}

/** Name of the calls that contain messages whose span was stored before they came. */
const LATE_MESSAGES = "gen_ai.late_messages";

/**
 * Returns a call below a span for messages that came too late to be part of it. Its id is made of theirs, so that
 * storing it twice stores it once.
 */
export function lateCall(
  {
    projectId,
    traceId,
    spanId,
    callId,
    callTraceId,
  }: SpanName & { readonly callId: string; readonly callTraceId: string },
  events: readonly string[],
  { inputs, output }: EventMessages,
): SpanParts {
  const times = readEvents(events).map(({ timeNanos }) => engineTimeOf(Number(timeNanos / NANOS_PER_MICRO)));
  const id = createHash("sha256")
    .update(`${projectId} ${traceId} ${spanId} ${events.join("\n")}`)
    .digest("hex")
    .slice(0, spanId.length);
  const ids = { projectId, id };
  return {
    start: {
      ...ids,
      part: "start",
      startedAt: times[0] ?? engineTimeOf(0),
      traceId: callTraceId,
      parentId: callId,
      threadId: null,
      turnId: null,
      opName: LATE_MESSAGES,
      displayName: null,
      userId: "",
      runId: null,
      runStep: null,
      attributes: jsonPayload({ span_id: spanId }),
      inputs: jsonPayload(inputs ?? {}),
      otelDump: null,
    },
    end: {
      ...ids,
      part: "end",
      endedAt: times.at(-1) ?? engineTimeOf(0),
      exception: null,
      descendantErrors: 0,
      output: output ? jsonPayload(output) : null,
      summary: jsonPayload({}),
      runStepEnd: null,
    },
  };
}
