import { z } from "zod";
import type { ForwardedEntry } from "@/lib/database/audit-forwarding";
import { postEntries } from "./post-entries";
import type { SendEntries } from "./send-entries";

interface OtlpReceiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The severities INFO and WARN of OpenTelemetry's data model of logs. */
const INFO = { severityNumber: 9, severityText: "INFO" };
const WARN = { severityNumber: 13, severityText: "WARN" };

const answerSchema = z.object({
  partialSuccess: z.object({ rejectedLogRecords: z.coerce.number().int().min(0).default(0) }).optional(),
});

/** Sends entries as log records of OTLP/JSON. */
export function otlpSender({ url, headers }: OtlpReceiver): SendEntries {
  return async (entries) => {
    const resource = { attributes: attributesOf({ "service.name": "heddle" }) };
    const scopeLogs = [{ scope: { name: "heddle.audit" }, logRecords: entries.map(logRecord) }];
    const text = await postEntries(url, JSON.stringify({ resourceLogs: [{ resource, scopeLogs }] }), headers);
    return rejectedOf(text);
  };
}

function logRecord(entry: ForwardedEntry) {
  const { at, event, actor_id, actor_name, target, is_allowed, request_id, id, hash } = entry;
  return {
    timeUnixNano: `${Date.parse(at)}000000`,
    ...(is_allowed ? INFO : WARN),
    eventName: `heddle.audit.${event}`,
    body: { stringValue: JSON.stringify(entry) },
    attributes: attributesOf({
      "user.id": actor_id,
      "user.name": actor_name,
      "heddle.audit.id": String(id),
      "heddle.audit.event": event,
      "heddle.audit.target": target,
      "heddle.audit.outcome": is_allowed ? "allowed" : "denied",
      "heddle.audit.request_id": request_id,
      "heddle.audit.hash": hash,
    }),
  };
}

const attributesOf = (values: Readonly<Record<string, string | null>>) =>
  Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [{ key, value: { stringValue: value } }]));

/** Receivers may answer a success with anything; only a count of rejected records says otherwise. */
function rejectedOf(text: string): number {
  try {
    return answerSchema.parse(JSON.parse(text)).partialSuccess?.rejectedLogRecords ?? 0;
  } catch {
    return 0;
  }
}
