import type { AnyValue, ExportTraceRequest, KeyValue, RawSpan } from "@/lib/api/contract/calls/otel";
import { convertExport } from "@/service/traces/otel/convert-export";
import type { CallParts } from "@/service/traces/otel/span-call";

/** An attribute value as an SDK writes it. */
function otlpValue(value: unknown): AnyValue {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(otlpValue) } };
  if (typeof value === "object" && value !== null) return { kvlistValue: { values: otlpAttributes(value) } };
  return {};
}

export function otlpAttributes(attributes: object): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));
}

const TRACE_ID = "5b8efff798038103d269b633813fc60c";

/** Builds a span of one second in November 2025; `attributes` as plain values. */
export function makeSpan(attributes: object = {}, members: Partial<RawSpan> = {}): RawSpan {
  return {
    traceId: TRACE_ID,
    spanId: "eee19b7ec3c1b174",
    name: "chat gpt-4o",
    startTimeUnixNano: "1763649001882123456",
    endTimeUnixNano: "1763649002882123456",
    attributes: otlpAttributes(attributes),
    ...members,
  };
}

export function makeRequest(spans: readonly RawSpan[], resource: object = {}): ExportTraceRequest {
  return {
    resourceSpans: [{ resource: { attributes: otlpAttributes(resource) }, scopeSpans: [{ spans: [...spans] }] }],
  };
}

/** Returns the call of the one span with these attributes, as plain JSON. */
export function callOf(attributes: object, members: Partial<RawSpan> = {}): CallParts {
  const { calls } = convertExport(makeRequest([makeSpan(attributes, members)]), "e/p");
  const [call] = calls;
  if (!call) throw new Error("the span was rejected");
  return JSON.parse(JSON.stringify(call)) as CallParts;
}
