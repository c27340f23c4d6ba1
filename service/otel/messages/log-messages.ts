import { createHash } from "node:crypto";
import type { KeyValue } from "@/lib/api/contract/calls/otel";
import type { ExportLogsRequest, RawLogRecord } from "@/lib/api/contract/calls/otel-logs";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { projectId } from "@/lib/api/contract/scalars/scalars";
import { InvalidRequestError } from "@/service/errors/service-errors";
import {
  type Attributes,
  emptyAttributes,
  isAttributes,
  unwrapAttributeList,
  unwrapAttributeValue,
} from "@/service/otel/attribute-values";
import { NO_PROJECT, projectOf } from "@/service/otel/convert-export";
import { expandAttributes } from "@/service/otel/expand-attributes";
import { isMessageEvent } from "@/service/otel/span-events";

/** A message of a span, sent as a log event. */
export interface LogMessage {
  readonly projectId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly digest: string;
  /** JSON of a span's event: name, time in nanoseconds as text, attributes. */
  readonly event: string;
}

/** What a request with log records contains. */
export interface LogMessages {
  readonly messages: readonly LogMessage[];
  /** Messages that name no span. */
  readonly homeless: number;
  /** Records that are no messages. */
  readonly others: number;
}

const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;
const SPAN_ID = /^(?!0+$)[0-9a-f]{16}$/;

function nameOf({ eventName, attributes }: RawLogRecord): string {
  if (eventName) return eventName;
  const named = (attributes ?? []).find(({ key }: KeyValue) => key === "event.name");
  return named?.value?.stringValue ?? "";
}

const LAST_NANOS = 2n ** 63n - 1n;

/** Returns nanoseconds since 1970 as text; 0 for an event without a usable time. */
function timeOf({ timeUnixNano, observedTimeUnixNano }: RawLogRecord): string {
  const times = [timeUnixNano, observedTimeUnixNano].map((time) => BigInt(time ?? "0"));
  return String(times.find((time) => time > 0n && time <= LAST_NANOS) ?? 0n);
}

/** The body of an event has the members that the attributes of a span's event have. */
function attributesOf({ attributes, body }: RawLogRecord): Attributes {
  const members = expandAttributes(unwrapAttributeList(attributes));
  const content = unwrapAttributeValue(body);
  if (isAttributes(content)) return Object.assign(emptyAttributes(), members, content);
  return content === null ? members : Object.assign(emptyAttributes(), members, { content });
}

/**
 * Picks the GenAI messages out of a request with log records.
 *
 * @throws InvalidRequestError when there are messages and no project is named for any of them.
 */
export function readLogMessages(request: ExportLogsRequest, projectHeader: string | undefined): LogMessages {
  const messages: LogMessage[] = [];
  /** Equal events of one request are different messages; a request that is sent again counts them alike. */
  const seen = new Map<string, number>();
  let homeless = 0;
  let others = 0;
  let nameless = 0;
  for (const { resource, scopeLogs } of request.resourceLogs ?? []) {
    const attributes = expandAttributes(unwrapAttributeList(resource?.attributes));
    const named = projectId.safeParse(projectOf({ resource: { attributes } }, projectHeader));
    for (const record of (scopeLogs ?? []).flatMap(({ logRecords }) => logRecords ?? [])) {
      const name = nameOf(record);
      const [traceId, spanId] = [(record.traceId ?? "").toLowerCase(), (record.spanId ?? "").toLowerCase()];
      if (!isMessageEvent(name)) others += 1;
      else if (!named.success) nameless += 1;
      else if (!TRACE_ID.test(traceId) || !SPAN_ID.test(spanId)) homeless += 1;
      else {
        const event = stringifyJson({ name, timeNanos: timeOf(record), attributes: attributesOf(record) });
        const key = `${named.data}/${traceId}/${spanId}/${event}`;
        const before = seen.get(key) ?? 0;
        seen.set(key, before + 1);
        const digest = createHash("sha256").update(`${before} ${event}`).digest("hex");
        messages.push({ projectId: named.data, traceId, spanId, digest, event });
      }
    }
  }
  if (nameless > 0 && messages.length === 0) throw new InvalidRequestError(NO_PROJECT);
  return { messages, homeless: homeless + nameless, others };
}
