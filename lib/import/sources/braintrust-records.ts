import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { datasetRow, objectItem } from "./source-objects";
import {
  inputsOf,
  memberOf,
  numberOf,
  objectOf,
  otherMembers,
  type RecordContext,
  type SourceCall,
  type SourceScore,
  skippedRecord,
  sourceId,
  sourceItem,
  textOf,
  unpacked,
  utcTime,
} from "./source-record";
import { usageOfCounts } from "./token-usage";

const TOOL = "Braintrust";

const KINDS: ReadonlyMap<string, string> = new Map([
  ["llm", "llm"],
  ["tool", "tool"],
  ["function", "function"],
  ["score", "evaluation"],
  ["eval", "evaluation"],
]);

const COLUMNS = new Set(
  "id,input,output,error,scores,span_id,root_span_id,span_parents,is_root,tags,created,audit_data".split(","),
);

const NO_END = "The export has no end time, so the call ends when it starts.";
const MERGED = "Rows that only change an earlier row are not read: export the rows as they are now.";
const DELETED = "Rows that mark an earlier row as deleted are not read.";
const ATTACHMENTS = "Attachments are references to files of Braintrust, which the export does not contain.";

const ATTACHMENT = /"type":"(braintrust|external)_attachment"/;

const spanCallId = (spanId: string) => sourceId(TOOL, "span", spanId);

function usageIn(metrics: Members, model: string | null) {
  return usageOfCounts(model, {
    input: numberOf(metrics.prompt_tokens),
    output: numberOf(metrics.completion_tokens),
    total: numberOf(metrics.tokens),
    cacheRead: numberOf(metrics.prompt_cached_tokens),
    cacheWritten: numberOf(metrics.prompt_cache_creation_tokens),
    reasoning: numberOf(metrics.completion_reasoning_tokens),
  });
}

/** Errors are texts or objects. */
function errorOf(record: Members): string | null {
  const error = unpacked(memberOf(record, "error"));
  if (error === undefined) return null;
  return typeof error === "string" ? error : JSON.stringify(error);
}

function attributesIn(record: Members, kind: string | null, model: string | null): Record<string, unknown> {
  const metrics = objectOf(record, "metrics");
  const firstToken = numberOf(metrics.time_to_first_token);
  return {
    ...(kind === null ? {} : { kind }),
    ...(model === null ? {} : { model }),
    import: { source: "braintrust" },
    braintrust: { id: textOf(record, "id"), ...otherMembers(record, COLUMNS) },
    ...(memberOf(record, "tags") === undefined ? {} : { tags: unpacked(memberOf(record, "tags")) }),
    ...(firstToken === null ? {} : { time_to_first_chunk_s: firstToken }),
  };
}

function callOf(record: Members, losses: string[]): SourceCall | string {
  const spanId = textOf(record, "span_id");
  const traceId = textOf(record, "root_span_id");
  const metrics = objectOf(record, "metrics");
  const startedAt = utcTime(memberOf(metrics, "start")) ?? utcTime(memberOf(record, "created"));
  if (spanId === null || traceId === null) return "The row has no span_id or no root_span_id.";
  if (startedAt === null) return "The row has no time that can be read.";
  const described = objectOf(record, "span_attributes");
  const type = textOf(described, "type");
  const kind = type === null ? null : (KINDS.get(type) ?? null);
  const model = textOf(objectOf(record, "metadata"), "model");
  const parents = unpacked(memberOf(record, "span_parents"));
  const parent: unknown = Array.isArray(parents) ? parents[0] : undefined;
  const output = unpacked(memberOf(record, "output"));
  const exception = errorOf(record);
  const ended = utcTime(memberOf(metrics, "end"));
  const isEndLost = ended === null && (output !== undefined || exception !== null);
  if (isEndLost) losses.push(NO_END);
  return {
    id: spanCallId(spanId),
    traceId,
    parentId: typeof parent === "string" ? spanCallId(parent) : null,
    name: textOf(described, "name") ?? type ?? "span",
    startedAt,
    endedAt: ended ?? (isEndLost ? startedAt : null),
    threadId: null,
    turnId: null,
    attributes: attributesIn(record, kind, model),
    inputs: {
      ...(kind === "llm" && model !== null ? { model } : {}),
      ...inputsOf(unpacked(memberOf(record, "input"))),
    },
    output: output ?? null,
    exception,
    // Braintrust shows the sums of a trace at its root; only requests to models have tokens of their own.
    usage: kind === "llm" ? usageIn(metrics, model) : null,
  };
}

function scoresOf(record: Members, callId: string): SourceScore[] {
  const rowId = textOf(record, "id") ?? callId;
  return Object.entries(objectOf(record, "scores")).flatMap(([name, score]) => {
    const value = numberOf(score);
    return value === null ? [] : [{ id: `${rowId}/${name}`, callId, name, payload: { value } }];
  });
}

function readRow(record: Members, context: RecordContext): ImportItem | SkippedItem {
  if (record._object_delete === true) return skippedRecord(context, DELETED);
  if (record._is_merge === true) return skippedRecord(context, MERGED);
  const losses: string[] = [];
  const call = callOf(record, losses);
  if (typeof call === "string") return skippedRecord(context, call);
  if (ATTACHMENT.test(JSON.stringify([record.input, record.output]))) losses.push(ATTACHMENTS);
  const scores = scoresOf(record, call.id);
  const named = scores.length > 0 ? "row with scores" : "row";
  const becomes = `${call.attributes.kind === "llm" ? "call, LLM" : "call"}${scores.length > 0 ? ", with feedback" : ""}`;
  return sourceItem(context, { tool: TOOL, record: named, becomes }, { calls: [call], scores, losses });
}

/** Versions of rows are numbers of one length, which are greater for later changes. */
const VERSION_LENGTH = 20;

/** Reads a row of a dataset. Its table is named by the id of the dataset, which is all that a row says of it. */
function readDatasetRow(record: Members, context: RecordContext): ImportItem | SkippedItem {
  if (record._object_delete === true) return skippedRecord(context, DELETED);
  if (record._is_merge === true) return skippedRecord(context, MERGED);
  const key = textOf(record, "dataset_id") ?? "";
  const tags = unpacked(memberOf(record, "tags"));
  const row = datasetRow(
    { key, name: null, source: "braintrust" },
    {
      id: textOf(record, "id"),
      input: unpacked(memberOf(record, "input")),
      expected: unpacked(memberOf(record, "expected")),
      metadata: objectOf(record, "metadata"),
      more: otherMembers({ tags }, new Set()),
    },
    textOf(record, "_xact_id")?.padStart(VERSION_LENGTH, "0") ?? null,
  );
  const losses = ATTACHMENT.test(JSON.stringify([record.input, record.expected])) ? [ATTACHMENTS] : [];
  return objectItem(context, { tool: TOOL, record: "dataset row", becomes: "row of a dataset" }, [row], losses);
}

/** Reads a row of logs, of an experiment or of a dataset of Braintrust. Null for any other value. */
export function braintrustItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  if ("_xact_id" in value && textOf(value, "dataset_id") !== null && !("output" in value)) {
    return [readDatasetRow(value, context)];
  }
  const isRow = "span_id" in value && "root_span_id" in value;
  return isRow && ("_xact_id" in value || "span_attributes" in value || isMembers(value.metrics))
    ? [readRow(value, context)]
    : null;
}
