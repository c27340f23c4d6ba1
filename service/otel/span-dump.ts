import { type Attributes, emptyAttributes } from "./attribute-values";
import type { Span, SpanEvent } from "./span";

const NANOS_PER_SECOND = 1_000_000_000n;

/** ISO 8601 UTC with microseconds, or nanoseconds if the time has them. */
export function isoTime(nanos: bigint, digits: 6 | 9): string {
  const seconds = new Date(Number(nanos / NANOS_PER_SECOND) * 1000).toISOString().slice(0, 19);
  const fraction = (nanos % NANOS_PER_SECOND).toString().padStart(9, "0");
  return `${seconds}.${digits === 9 && !fraction.endsWith("000") ? fraction : fraction.slice(0, 6)}Z`;
}

function dumpEvent({ name, timeNanos, attributes }: SpanEvent) {
  return { name, timestamp: isoTime(timeNanos, 9), attributes };
}

/** Returns the whole span as JSON. A call shows it as `attributes.otel_span`, so that no mapping loses data. */
export function dumpSpan(span: Span): Attributes {
  return Object.assign(emptyAttributes(), {
    name: span.name,
    context: { trace_id: span.traceId, span_id: span.spanId, trace_state: span.traceState },
    kind: span.kind,
    parent_id: span.parentId,
    start_time: isoTime(span.startNanos, 9),
    end_time: span.endNanos === null ? null : isoTime(span.endNanos, 9),
    status: span.status,
    attributes: span.attributes,
    events: span.events.map(dumpEvent),
    links: span.links.map(({ traceId, spanId, traceState, attributes }) => ({
      context: { trace_id: traceId, span_id: spanId, trace_state: traceState },
      attributes,
    })),
    resource: span.resource,
    scope: span.scope,
  });
}
