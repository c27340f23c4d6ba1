import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { hexId, spanItem, spansFor } from "./otlp-records";
import { datasetRow, objectItem } from "./source-objects";
import {
  memberOf,
  numberOf,
  objectOf,
  objectsIn,
  otherMembers,
  type RecordContext,
  skippedRecord,
  sourceItem,
  textOf,
  utcTime,
} from "./source-record";

const TOOL = "Phoenix";

const SPAN_COLUMNS = new Set(
  "id,name,context,span_kind,parent_id,start_time,end_time,status_code,status_message,attributes,events".split(","),
);

const STATUS_CODES: Readonly<Record<string, number>> = { OK: 1, ERROR: 2 };

/** Returns a time as nanoseconds since 1970, in decimal digits. */
function nanosOf(value: unknown): string | null {
  const time = utcTime(value);
  if (time === null) return null;
  const fraction = /\.(\d+)/.exec(time)?.[1] ?? "";
  const wholeMs = Math.floor(Date.parse(time) / 1000) * 1000;
  return String(BigInt(wholeMs) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, "0")));
}

/** Returns a JSON value as a value of an OTLP attribute. */
function attributeValue(value: unknown): Members {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(attributeValue) } };
  const number = numberOf(value);
  if (number !== null) return Number.isSafeInteger(number) ? { intValue: String(number) } : { doubleValue: number };
  return isMembers(value) ? { kvlistValue: { values: attributesOf(value) } } : {};
}

function attributesOf(members: Members): Members[] {
  return Object.entries(members)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ({ key, value: attributeValue(value) }));
}

/** The members of a span of the API, whose data frame has columns with dots for them. */
function attributeMembers(record: Members): Members {
  const columns = Object.entries(record).flatMap(([name, value]) =>
    name.startsWith("attributes.") ? [[name.slice("attributes.".length), value] as const] : [],
  );
  return { ...objectOf(record, "attributes"), ...Object.fromEntries(columns) };
}

function eventOf(event: Members): Members {
  return {
    name: textOf(event, "name") ?? "event",
    timeUnixNano: nanosOf(memberOf(event, "timestamp")) ?? "0",
    attributes: attributesOf(objectOf(event, "attributes")),
  };
}

function idsOf(record: Members) {
  const inContext = objectOf(record, "context");
  return {
    traceId: hexId(inContext.trace_id ?? record["context.trace_id"], 16),
    spanId: hexId(inContext.span_id ?? record["context.span_id"], 8),
  };
}

function readSpan(record: Members, context: RecordContext): ImportItem | SkippedItem {
  const { traceId, spanId } = idsOf(record);
  const start = nanosOf(memberOf(record, "start_time"));
  if (traceId === null || spanId === null)
    return skippedRecord(context, "The span has no trace id or span id that can be read.");
  if (start === null) return skippedRecord(context, "The span has no start_time that can be read.");
  const attributes = attributeMembers(record);
  const kind = textOf(record, "span_kind");
  const rest = otherMembers(
    Object.fromEntries(Object.entries(record).filter(([name]) => !/^(attributes|context)\./.test(name))),
    SPAN_COLUMNS,
  );
  const { events } = record;
  const span = {
    traceId,
    spanId,
    parentSpanId: hexId(memberOf(record, "parent_id"), 8) ?? "",
    name: textOf(record, "name") ?? "",
    startTimeUnixNano: start,
    endTimeUnixNano: nanosOf(memberOf(record, "end_time")) ?? "0",
    status: {
      code: STATUS_CODES[textOf(record, "status_code") ?? ""] ?? 0,
      message: textOf(record, "status_message") ?? "",
    },
    attributes: attributesOf({
      ...(kind === null ? {} : { "openinference.span.kind": kind }),
      ...attributes,
      ...(Object.keys(rest).length === 0 ? {} : { phoenix: rest }),
    }),
    events: (Array.isArray(events) ? events.filter(isMembers) : []).map(eventOf),
  };
  const scope = { scope: { name: "openinference" }, spans: [span] };
  return spanItem(context, TOOL, { spans: [spansFor(context.projectId, {}, [scope])], count: 1 });
}

function readAnnotation(record: Members, context: RecordContext): ImportItem | SkippedItem {
  const [id, name] = [textOf(record, "id"), textOf(record, "name")];
  const spanId = hexId(memberOf(record, "span_id"), 8);
  if (id === null || name === null) return skippedRecord(context, "The annotation has no id or no name.");
  if (spanId === null) {
    return skippedRecord(
      context,
      `The annotation ${name} is of a trace or a session, not of a span with a call to keep it.`,
    );
  }
  const result = objectOf(record, "result");
  const [score, label, explanation] = [numberOf(result.score), textOf(result, "label"), textOf(result, "explanation")];
  const value = score ?? label ?? explanation;
  if (value === null) return skippedRecord(context, `The annotation ${name} has no score, label or explanation.`);
  const payload = {
    value,
    ...(label === null || label === value ? {} : { label }),
    ...(explanation === null || explanation === value ? {} : { explanation }),
    from: textOf(record, "annotator_kind"),
    ...otherMembers(record, new Set(["id", "name", "result", "span_id", "annotator_kind"])),
  };
  const source = { tool: TOOL, record: "annotation", becomes: "feedback" } as const;
  return sourceItem(context, source, { scores: [{ id, callId: spanId, name, payload }] });
}

/** The examples of one version of a dataset, which the answer of the API names by its id. */
function readExamples(data: Members, context: RecordContext): ImportItem | SkippedItem {
  const key = textOf(data, "dataset_id");
  const examples = objectsIn(data.examples);
  if (key === null || examples.length === 0) return skippedRecord(context, "The dataset has no id or no examples.");
  const rows = examples.map((example) =>
    datasetRow(
      { key, name: textOf(data, "dataset_name"), source: "phoenix" },
      {
        id: textOf(example, "id", "node_id"),
        input: memberOf(example, "input"),
        expected: memberOf(example, "output"),
        metadata: objectOf(example, "metadata"),
      },
      utcTime(memberOf(example, "updated_at")),
    ),
  );
  const source = { tool: TOOL, record: "example", becomes: "row of a dataset", count: rows.length } as const;
  return objectItem(context, source, rows);
}

/** Reads what a dataset is called, for the examples of the same file. */
function readDataset(record: Members, context: RecordContext): ImportItem {
  const dataset = { key: textOf(record, "id") ?? "", name: textOf(record, "name"), source: "phoenix" };
  const source = { tool: TOOL, record: "dataset", becomes: "name of its rows" } as const;
  return objectItem(context, source, [{ kind: "dataset", dataset, description: textOf(record, "description") }]);
}

/**
 * Reads a span or an annotation of Phoenix, of its API or a data frame as JSON, the examples of a dataset, or a dataset.
 * Null for any other value.
 */
export function phoenixItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  if ("annotator_kind" in value && "result" in value) return [readAnnotation(value, context)];
  if (isMembers(value.data) && Array.isArray(value.data.examples)) return [readExamples(value.data, context)];
  if ("example_count" in value && !("data_type" in value) && textOf(value, "id") !== null) {
    return [readDataset(value, context)];
  }
  const hasContext = (isMembers(value.context) && "span_id" in value.context) || "context.span_id" in value;
  return hasContext && "start_time" in value ? [readSpan(value, context)] : null;
}
