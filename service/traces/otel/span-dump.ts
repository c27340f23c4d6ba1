import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { JsonBytes, JsonPiece } from "@/service/kernel/json/json-bytes";
import type { Span, SpanEvent, SpanSource } from "./span";

/** The minute whose text was made last, and its text: the times of one request are close to each other. */
let lastMinute = Number.NaN;
let lastMinuteText = "";

function minuteText(minute: number): string {
  if (minute !== lastMinute) {
    lastMinuteText = new Date(minute * 60_000).toISOString().slice(0, "2025-01-01T00:00:".length);
    lastMinute = minute;
  }
  return lastMinuteText;
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : String(number));

const THREE_DIGITS: readonly string[] = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, "0"));
const threeDigits = (number: number) => THREE_DIGITS[number] ?? "";

/** ISO 8601 UTC with microseconds, or nanoseconds if the time has them. */
export function isoTime(nanos: bigint, digits: 6 | 9): string {
  const millis = Number(nanos / 1_000_000n);
  const rest = Number(nanos % 1_000_000n);
  const seconds = Math.floor(millis / 1000);
  const minute = Math.floor(seconds / 60);
  const micros = Math.floor(rest / 1000);
  const whole = `${minuteText(minute)}${twoDigits(seconds - minute * 60)}.${threeDigits(millis - seconds * 1000)}${threeDigits(micros)}`;
  return digits === 6 || rest === micros * 1000 ? `${whole}Z` : `${whole}${threeDigits(rest - micros * 1000)}Z`;
}

function dumpEvent({ name, timeNanos, attributes }: SpanEvent) {
  return { name, timestamp: isoTime(timeNanos, 9), attributes };
}

function dumpLinks(span: Span) {
  return span.links.map(({ traceId, spanId, traceState, attributes }) => ({
    context: { trace_id: traceId, span_id: spanId, trace_state: traceState },
    attributes,
  }));
}

/** The JSON of a resource and a scope, which all their spans repeat. */
const sourceTokens = new WeakMap<SpanSource["resource"], { scope: SpanSource["scope"]; bytes: Buffer }>();

function tokensOfSource({ resource, scope }: SpanSource): Buffer {
  const known = sourceTokens.get(resource);
  if (known?.scope === scope) return known.bytes;
  const bytes = Buffer.from(`,"resource":${stringifyJson(resource)},"scope":${stringifyJson(scope)}}`);
  sourceTokens.set(resource, { scope, bytes });
  return bytes;
}

/** Written only if true, which is rare. */
const hasRemoteParent = ({ parentId, isLocalRoot }: Span): boolean => parentId !== null && isLocalRoot;

/** The whole span as JSON. A call shows it as `attributes.otel_span`, so that no mapping loses data. */
export class SpanDump implements JsonPiece {
  readonly #span: Span;

  constructor(span: Span) {
    this.#span = span;
  }

  toJSON(): object {
    const span = this.#span;
    return {
      ...this.#head(),
      attributes: span.attributes.all,
      events: span.events.map(dumpEvent),
      links: dumpLinks(span),
      resource: span.resource,
      scope: span.scope,
    };
  }

  /** Nothing is counted: a dump has no size, and is not searched. */
  writeTo(out: JsonBytes): void {
    const { attributes, events, links } = this.#span;
    const { name, traceId, spanId, traceState, kind, parentId, startNanos, endNanos, status } = this.#span;
    const parent = parentId === null ? "null" : `"${parentId}"`;
    const end = endNanos === null ? "null" : `"${isoTime(endNanos, 9)}"`;
    // The same as `JSON.stringify(this.#head())`, at less than half its cost. Ids are hexadecimal digits.
    out.tokens(
      `{"name":${JSON.stringify(name)},"context":{"trace_id":"${traceId}","span_id":"${spanId}","trace_state":${JSON.stringify(traceState)}},"kind":${JSON.stringify(kind)},"parent_id":${parent}${hasRemoteParent(this.#span) ? ',"parent_is_remote":true' : ""},"start_time":"${isoTime(startNanos, 9)}","end_time":${end},"status":{"code":${JSON.stringify(status.code)},"message":${JSON.stringify(status.message)}},"attributes":`,
    );
    out.value(attributes.all);
    if (events.length + links.length > 0) {
      out.tokens(`,"events":${stringifyJson(events.map(dumpEvent))},"links":${stringifyJson(dumpLinks(this.#span))}`);
    } else out.tokens(',"events":[],"links":[]');
    out.raw(tokensOfSource(this.#span));
  }

  #head(): object {
    const { name, traceId, spanId, traceState, kind, parentId, startNanos, endNanos, status } = this.#span;
    return {
      name,
      context: { trace_id: traceId, span_id: spanId, trace_state: traceState },
      kind,
      parent_id: parentId,
      ...(hasRemoteParent(this.#span) ? { parent_is_remote: true } : {}),
      start_time: isoTime(startNanos, 9),
      end_time: endNanos === null ? null : isoTime(endNanos, 9),
      status,
    };
  }
}
