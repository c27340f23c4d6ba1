import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { memberOf, numberOf, objectOf, type RecordContext, skippedRecord, sourceItem, textOf } from "./source-record";

const DATA_TYPES = new Set(["NUMERIC", "CATEGORICAL", "BOOLEAN", "TEXT", "CORRECTION"]);

/** Returns the call of a trace, or of an observation in it. */
type CallOfScore = (traceId: string, observationId: string | null) => string;

/** Returns whether a value is a score of Langfuse. */
export function isLangfuseScore(record: Members): boolean {
  return (
    textOf(record, "name") !== null &&
    (DATA_TYPES.has(String(memberOf(record, "data_type"))) || ("source" in record && "value" in record)) &&
    (textOf(record, "trace_id", "session_id", "dataset_run_id") !== null || isMembers(record.subject))
  );
}

interface Subject {
  readonly traceId: string | null;
  readonly observationId: string | null;
}

/** Scores of the API of version 4 name their subject in an object, all others in columns. */
function subjectOf(record: Members): Subject {
  if (!isMembers(record.subject)) {
    return { traceId: textOf(record, "trace_id"), observationId: textOf(record, "observation_id") };
  }
  const { kind } = record.subject;
  const id = textOf(record.subject, "id");
  if (kind === "trace") return { traceId: id, observationId: null };
  if (kind === "observation") return { traceId: textOf(record.subject, "trace_id"), observationId: id };
  return { traceId: null, observationId: null };
}

/** The judgement itself: a number, a label, a truth value or a text. Null for one without any. */
function judgementOf(record: Members): unknown {
  const type = String(memberOf(record, "data_type") ?? "NUMERIC");
  const { value } = record;
  const label =
    textOf(record, "string_value") ?? (typeof value === "string" && numberOf(value) === null ? value : null);
  if (type === "BOOLEAN")
    return typeof value === "boolean" ? value : label === null ? numberOf(value) === 1 : /^true$/i.test(label);
  if (type === "NUMERIC") return numberOf(value) ?? label;
  return label ?? numberOf(value);
}

/** Reads a score. One of a session or of a whole experiment has no call, so it is skipped. */
export function readLangfuseScore(
  record: Members,
  context: RecordContext,
  callOf: CallOfScore,
): ImportItem | SkippedItem {
  const id = textOf(record, "id");
  const name = textOf(record, "name");
  const { traceId, observationId } = subjectOf(record);
  if (id === null || name === null) return skippedRecord(context, "The score has no id or no name.");
  if (traceId === null) {
    return skippedRecord(context, `The score ${name} is of a session or an experiment, which has no call to keep it.`);
  }
  const value = judgementOf(record);
  if (value === null) return skippedRecord(context, `The score ${name} has no value.`);
  const comment = textOf(record, "comment");
  const metadata = objectOf(record, "metadata");
  const payload = {
    value,
    ...(comment === null ? {} : { explanation: comment }),
    ...(memberOf(record, "source") === undefined ? {} : { from: textOf(record, "source") }),
    ...(memberOf(record, "timestamp") === undefined ? {} : { scored_at: textOf(record, "timestamp") }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
  const source = { tool: "Langfuse", record: "score", becomes: "feedback" } as const;
  const score = { id, callId: callOf(traceId, observationId), name, payload };
  return sourceItem(context, source, { scores: [score] });
}
