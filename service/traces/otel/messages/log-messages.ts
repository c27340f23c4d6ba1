import { createHash } from "node:crypto";
import type { KeyValue } from "@/lib/api/contract/calls/otel";
import type { ExportLogsRequest, RawLogRecord } from "@/lib/api/contract/calls/otel-logs";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { projectId } from "@/lib/api/contract/scalars/scalars";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import {
  type Attributes,
  emptyAttributes,
  isAttributes,
  unwrapAttributeList,
  unwrapAttributeValue,
} from "@/service/traces/otel/attribute-values";
import { NO_PROJECT, projectOf } from "@/service/traces/otel/convert-export";
import { expandAttributes } from "@/service/traces/otel/expand-attributes";
import type { LoggedScore, UnplacedScore } from "@/service/traces/otel/scores/store-scores";
import { isMessageEvent } from "@/service/traces/otel/span-events";
import { isScoreEvent, scoreOfEvent } from "@/service/traces/otel/span-scores";

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
  readonly scores: readonly LoggedScore[];
  /** Scores that name the answer of a provider in place of a span. */
  readonly unplaced: readonly UnplacedScore[];
  /** Messages and scores that name no span. */
  readonly homeless: number;
  /** Records that are neither. */
  readonly others: number;
}

const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;
const SPAN_ID = /^(?!0+$)[0-9a-f]{16}$/;

/** Codex gives the place in its source as the event's own name, so the attribute comes first. */
function nameOf({ eventName, attributes }: RawLogRecord): string {
  const named = (attributes ?? []).find(({ key }: KeyValue) => key === "event.name");
  return named?.value?.stringValue || eventName || "";
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

/** The score of a record that names no span, but the answer that is judged; null for any other. */
function unplacedScore(record: RawLogRecord, name: string): Omit<UnplacedScore, "projectId"> | null {
  const timeNanos = timeOf(record);
  const score = scoreOfEvent({ name, timeNanos, attributes: attributesOf(record) });
  const responseId = score?.payload.response_id;
  return score && typeof responseId === "string" && responseId !== "" ? { ...score, responseId, timeNanos } : null;
}

/**
 * Picks the GenAI messages and scores out of a request with log records.
 *
 * @throws InvalidRequestError when there are messages and no project is named for any of them.
 */
export function readLogMessages(
  request: ExportLogsRequest,
  projectHeader: string | undefined,
  serviceEntity?: string,
): LogMessages {
  const messages: LogMessage[] = [];
  const scores: LoggedScore[] = [];
  const unplaced: UnplacedScore[] = [];
  /** Equal events of one request are different messages; a request that is sent again counts them alike. */
  const seen = new Map<string, number>();
  let homeless = 0;
  let others = 0;
  let nameless = 0;
  for (const { resource, scopeLogs } of request.resourceLogs ?? []) {
    const attributes = expandAttributes(unwrapAttributeList(resource?.attributes));
    const named = projectId.safeParse(projectOf({ resource: { attributes } }, projectHeader, serviceEntity));
    for (const record of (scopeLogs ?? []).flatMap(({ logRecords }) => logRecords ?? [])) {
      const name = nameOf(record);
      const [traceId, spanId] = [(record.traceId ?? "").toLowerCase(), (record.spanId ?? "").toLowerCase()];
      if (!isMessageEvent(name) && !isScoreEvent(name)) others += 1;
      else if (!named.success) nameless += 1;
      else if (!TRACE_ID.test(traceId) || !SPAN_ID.test(spanId)) {
        const score = unplacedScore(record, name);
        if (score) unplaced.push({ ...score, projectId: named.data });
        else homeless += 1;
      } else {
        const sent = { name, timeNanos: timeOf(record), attributes: attributesOf(record) };
        const score = scoreOfEvent(sent);
        if (score) {
          scores.push({ ...score, projectId: named.data, traceId, spanId });
          continue;
        }
        const event = stringifyJson(sent);
        const key = `${named.data}/${traceId}/${spanId}/${event}`;
        const before = seen.get(key) ?? 0;
        seen.set(key, before + 1);
        const digest = createHash("sha256").update(`${before} ${event}`).digest("hex");
        messages.push({ projectId: named.data, traceId, spanId, digest, event });
      }
    }
  }
  if (nameless > 0 && messages.length + scores.length + unplaced.length === 0)
    throw new InvalidRequestError(NO_PROJECT);
  return { messages, scores, unplaced, homeless: homeless + nameless, others };
}
