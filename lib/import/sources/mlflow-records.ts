import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { hexId, spanItem, spansFor } from "./otlp-records";
import {
  memberOf,
  objectOf,
  objectsIn,
  otherMembers,
  type RecordContext,
  skippedRecord,
  sourceItem,
  textOf,
  unpacked,
} from "./source-record";

const TOOL = "MLflow";

const STATUS_CODES: Readonly<Record<string, number>> = { STATUS_CODE_OK: 1, STATUS_CODE_ERROR: 2, OK: 1, ERROR: 2 };

const WITHOUT_SPANS =
  "The trace has no spans: a search returns only its facts. Export traces with their spans (traces/get, or traces.json).";

/** Attributes of MLflow are JSON texts; an exporter that has parsed them writes values. */
function attributesOf(members: Members): Members[] {
  return Object.entries(members).flatMap(([key, value]) =>
    value === null || value === undefined
      ? []
      : [{ key, value: { stringValue: typeof value === "string" ? value : stringifyJson(value) } }],
  );
}

function spanOf(span: Members, ofTrace: Members): Members | null {
  const [traceId, spanId] = [hexId(span.trace_id, 16), hexId(span.span_id, 8)];
  const start = textOf(span, "start_time_unix_nano");
  if (traceId === null || spanId === null || start === null) return null;
  const parentSpanId = hexId(span.parent_span_id, 8) ?? "";
  const status = objectOf(span, "status");
  const code = memberOf(status, "code");
  return {
    traceId,
    spanId,
    parentSpanId,
    name: textOf(span, "name") ?? "",
    startTimeUnixNano: start,
    endTimeUnixNano: textOf(span, "end_time_unix_nano") ?? "0",
    status: { code: STATUS_CODES[String(code)] ?? 0, message: textOf(status, "message") ?? "" },
    // Facts of a trace are written at its root, as MLflow sends them.
    attributes: attributesOf({ ...objectOf(span, "attributes"), ...(parentSpanId === "" ? ofTrace : {}) }),
  };
}

/** The judgement of an assessment: feedback, an expectation, or an issue. */
function judgementOf(assessment: Members): unknown {
  const expectation = objectOf(assessment, "expectation");
  const serialized = objectOf(expectation, "serialized_value");
  return (
    memberOf(objectOf(assessment, "feedback"), "value") ??
    memberOf(expectation, "value") ??
    unpacked(memberOf(serialized, "value")) ??
    memberOf(objectOf(assessment, "issue"), "issue_name")
  );
}

function readAssessment(assessment: Members, context: RecordContext, rootId: string): ImportItem | SkippedItem {
  const [id, name] = [textOf(assessment, "assessment_id"), textOf(assessment, "assessment_name")];
  if (id === null || name === null) return skippedRecord(context, "The assessment has no id or no name.");
  if (assessment.valid === false) return skippedRecord(context, `The assessment ${name} is replaced by a newer one.`);
  const value = judgementOf(assessment);
  if (value === undefined) return skippedRecord(context, `The assessment ${name} has no value, only an error.`);
  const rationale = textOf(assessment, "rationale");
  const named = new Set(["assessment_id", "assessment_name", "trace_id", "span_id", "feedback", "rationale", "valid"]);
  const payload = {
    value,
    ...(rationale === null ? {} : { explanation: rationale }),
    assessment: otherMembers(assessment, named),
  };
  const source = { tool: TOOL, record: "assessment", becomes: "feedback" } as const;
  const callId = hexId(memberOf(assessment, "span_id"), 8) ?? rootId;
  return sourceItem(context, source, { scores: [{ id, callId, name, payload }] });
}

function readTrace(info: Members, spans: readonly Members[], context: RecordContext): (ImportItem | SkippedItem)[] {
  if (spans.length === 0) return [skippedRecord(context, WITHOUT_SPANS)];
  const named = Object.entries(objectOf(info, "trace_metadata")).filter(([key]) => key.startsWith("mlflow.trace."));
  // Sums of the tokens and costs of the spans, which are counted there.
  const facts = Object.fromEntries(named.filter(([key]) => !/tokenUsage|cost/.test(key)));
  const read = spans.map((span) => spanOf(span, facts)).filter((span) => span !== null);
  const root = read.find(({ parentSpanId }) => parentSpanId === "") ?? read[0];
  const unnamed = spans.length - read.length;
  const scopes = [{ scope: { name: "mlflow" }, spans: read }];
  return [
    ...(unnamed > 0 ? [skippedRecord(context, `${unnamed} spans have no id or no start that can be read.`)] : []),
    ...(root === undefined
      ? []
      : [
          spanItem(context, TOOL, { spans: [spansFor(context.projectId, {}, scopes)], count: read.length }),
          ...objectsIn(memberOf(info, "assessments")).map((assessment, index) =>
            readAssessment(
              assessment,
              { ...context, filePosition: `${context.filePosition}, assessment ${index + 1}` },
              String(root.spanId),
            ),
          ),
        ]),
  ];
}

/** Reads a trace of MLflow 3 with its spans, or its artifact `traces.json`. Null for any other value. */
export function mlflowItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  const info = isMembers(value.info) ? value.info : isMembers(value.trace_info) ? value.trace_info : value;
  const spans = objectsIn(value.spans ?? objectOf(value, "data").spans);
  const isTrace = "trace_location" in info || "trace_metadata" in info;
  const hasSpans = spans.some((span) => "start_time_unix_nano" in span);
  return isTrace || hasSpans ? readTrace(info, spans, context) : null;
}
