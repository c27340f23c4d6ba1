import type { RawResource, RawScope, RawSpan } from "@/lib/api/contract/calls/otel";
import { type AttributeSource, treeSource } from "./attribute-source";
import { type Attributes, unwrapAttributeList } from "./attribute-values";
import { expandAttributes } from "./expand-attributes";

/** An event on a span; its attributes are expanded. */
export interface SpanEvent {
  readonly name: string;
  readonly timeNanos: bigint;
  readonly attributes: Attributes;
}

interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState: string;
  readonly attributes: Attributes;
}

export interface SpanSource {
  readonly resource: { readonly attributes: Attributes };
  readonly scope: { readonly name: string; readonly version: string; readonly attributes: Attributes };
}

/** The members of a span besides its attributes, events and links, as they are sent. */
export interface SpanHead {
  readonly traceId: string | null | undefined;
  readonly spanId: string | null | undefined;
  readonly parentSpanId: string | null | undefined;
  readonly flags: number | null | undefined;
  readonly traceState: string | null | undefined;
  readonly name: string | null | undefined;
  readonly kind: number | string | null | undefined;
  readonly startNanos: bigint;
  readonly endNanos: bigint;
  readonly statusCode: number | string | null | undefined;
  readonly statusMessage: string | null | undefined;
}

/** A span with its ids checked and its attributes expanded to a tree. */
export interface Span extends SpanSource {
  /** 32 lower-case hexadecimal digits. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits. */
  readonly spanId: string;
  readonly parentId: string | null;
  /** True for a root here: without a parent, or with a parent in another process. */
  readonly isLocalRoot: boolean;
  readonly traceState: string;
  readonly name: string;
  readonly kind: string;
  /** Since 1970. */
  readonly startNanos: bigint;
  /** Null for a span that was sent before it ended. */
  readonly endNanos: bigint | null;
  readonly status: { readonly code: string; readonly message: string };
  readonly attributes: AttributeSource;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
}

/** A span that cannot be stored; the message gives the reason and is part of the response. */
export class SpanRejected extends Error {
  override readonly name = "SpanRejected";
}

/** Names of OTLP's kinds of spans, by their number. */
export const KINDS: readonly string[] = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"];
/** … and of its status codes. */
export const STATUS_CODES: readonly string[] = ["UNSET", "OK", "ERROR"];

/** Bits of `flags` that state whether the parent runs in another process (opentelemetry-proto, SpanFlags). */
const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

const NO_NANOS = 0n;
const LAST_NANOS = 2n ** 63n - 1n;

function enumName(value: number | string | null | undefined, names: readonly string[], prefix: string): string {
  if (typeof value === "string") return value.toUpperCase().replace(prefix, "");
  return names[value ?? 0] ?? String(value);
}

function idOf(value: string | null | undefined, bytes: number, what: string): string {
  const id = (value ?? "").toLowerCase();
  if (!/^[0-9a-f]+$/.test(id) || id.length !== bytes * 2 || /^0+$/.test(id)) {
    throw new SpanRejected(`its ${what} is not ${bytes * 2} hexadecimal digits`);
  }
  return id;
}

function parentOf(value: string | null | undefined): string | null {
  return !value || /^0*$/.test(value) ? null : idOf(value, 8, "parent span id");
}

function inRange(nanos: bigint, what: string): bigint {
  if (nanos < NO_NANOS || nanos > LAST_NANOS) throw new SpanRejected(`its ${what} is out of range`);
  return nanos;
}

/** The members of a span that {@link readHead} returns. */
export type CheckedHead = Omit<Span, keyof SpanSource | "attributes" | "events" | "links">;

/**
 * Checks the members of a span besides its attributes, events and links.
 *
 * @throws SpanRejected when an id or a time is invalid.
 */
export function readHead(head: SpanHead): CheckedHead {
  const startNanos = inRange(head.startNanos, "start time");
  if (startNanos === NO_NANOS) throw new SpanRejected("it has no start time");
  const endNanos = inRange(head.endNanos, "end time");
  const flags = head.flags ?? 0;
  const spanId = idOf(head.spanId, 8, "span id");
  const parent = parentOf(head.parentSpanId);
  // A span that names itself has no parent that could come.
  const parentId = parent === spanId ? null : parent;
  const hasRemoteParent = (flags & HAS_IS_REMOTE) !== 0 && (flags & IS_REMOTE) !== 0;
  return {
    traceId: idOf(head.traceId, 16, "trace id"),
    spanId,
    parentId,
    isLocalRoot: parentId === null || hasRemoteParent,
    traceState: head.traceState ?? "",
    name: head.name ?? "",
    kind: enumName(head.kind, KINDS, "SPAN_KIND_"),
    startNanos,
    endNanos: endNanos === NO_NANOS ? null : endNanos,
    status: {
      code: enumName(head.statusCode, STATUS_CODES, "STATUS_CODE_"),
      message: head.statusMessage ?? "",
    },
  };
}

/** The parts that all spans of one resource and scope share. */
export function readSource(resource: RawResource, scope: RawScope | null | undefined): SpanSource {
  return {
    resource: { attributes: expandAttributes(unwrapAttributeList(resource?.attributes)) },
    scope: {
      name: scope?.name ?? "",
      version: scope?.version ?? "",
      attributes: expandAttributes(unwrapAttributeList(scope?.attributes)),
    },
  };
}

/**
 * Checks one span and expands its attributes.
 *
 * @throws SpanRejected when an id or a time is invalid.
 */
export function readSpan(raw: RawSpan, source: SpanSource): Span {
  const head = readHead({
    traceId: raw.traceId,
    spanId: raw.spanId,
    parentSpanId: raw.parentSpanId,
    flags: raw.flags,
    traceState: raw.traceState,
    name: raw.name,
    kind: raw.kind,
    startNanos: BigInt(raw.startTimeUnixNano ?? "0"),
    endNanos: BigInt(raw.endTimeUnixNano ?? "0"),
    statusCode: raw.status?.code,
    statusMessage: raw.status?.message,
  });
  const flat = unwrapAttributeList(raw.attributes);
  return spanOf({
    resource: source.resource,
    scope: source.scope,
    head,
    attributes: treeSource(expandAttributes(flat), flat),
    events: (raw.events ?? []).map((event) => ({
      name: event.name ?? "",
      timeNanos: inRange(BigInt(event.timeUnixNano ?? "0"), "event time"),
      attributes: expandAttributes(unwrapAttributeList(event.attributes)),
    })),
    links: (raw.links ?? []).map((link) => ({
      traceId: link.traceId ?? "",
      spanId: link.spanId ?? "",
      traceState: link.traceState ?? "",
      attributes: expandAttributes(unwrapAttributeList(link.attributes)),
    })),
  });
}

interface SpanParts extends SpanSource, Pick<Span, "attributes" | "events" | "links"> {
  readonly head: CheckedHead;
}

/** Joins the parts of a span. Names each member: spreading objects costs more than all checks. */
export function spanOf(parts: SpanParts): Span {
  const { head } = parts;
  return {
    traceId: head.traceId,
    spanId: head.spanId,
    parentId: head.parentId,
    isLocalRoot: head.isLocalRoot,
    traceState: head.traceState,
    name: head.name,
    kind: head.kind,
    startNanos: head.startNanos,
    endNanos: head.endNanos,
    status: head.status,
    attributes: parts.attributes,
    events: parts.events,
    links: parts.links,
    resource: parts.resource,
    scope: parts.scope,
  };
}
