import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { StoredCall, StoredCallColumn } from "@/service/traces/store/calls/call-rows";
import { millisecondsBetween, toWireTime } from "@/service/traces/store/engine/timestamps";
import type { ExpandedColumns } from "./call-expansion";
import { splitSummary } from "./client-summary";
import { REPORT_COLUMNS, usageReportOf } from "./usage-report";

/** Values of a call that do not come from its row. */
export interface CallExtras {
  readonly totalStorageSizeBytes?: number | null;
  /** Members of `summary.weave` besides the derived ones. */
  readonly costs?: Readonly<Record<string, unknown>> | null;
  /** JSON texts. */
  readonly feedback?: readonly string[] | null;
  /** JSON text that replaces the stored one, with refs replaced by their values. */
  readonly expanded?: ExpandedColumns | undefined;
}

export interface CallLineOptions {
  readonly projectId: string;
  /** First parts of the requested column names; null for all. */
  readonly columns: ReadonlySet<string> | null;
  readonly shouldIncludeStorageSize: boolean;
  /** Costs and feedback are part of the summary, so requesting them requests the summary. */
  readonly shouldIncludeCosts: boolean;
  readonly shouldIncludeFeedback: boolean;
}

const wantsSummary = ({
  columns,
  shouldIncludeCosts: includeCosts,
  shouldIncludeFeedback: includeFeedback,
}: CallLineOptions) => columns === null || columns.has("summary") || includeCosts || includeFeedback;

/** The columns `summary.weave` is built from, besides the summary. */
const derivedFrom: readonly StoredCallColumn[] = [
  ...(["ended_at", "exception", "descendant_errors", "display_name", ...REPORT_COLUMNS] as const),
];

const plainColumns: readonly (readonly [string, StoredCallColumn])[] = [
  ["parent_id", "parent_id"],
  ["thread_id", "thread_id"],
  ["turn_id", "turn_id"],
  ["display_name", "display_name"],
  ["ended_at", "ended_at"],
  ["exception", "exception"],
  ["attributes", "attributes"],
  ["attributes", "otel_dump"],
  ["inputs", "inputs"],
  ["output", "output"],
  ["summary", "summary"],
  ["svc_user_id", "user_id"],
  ["svc_run_id", "run_id"],
  ["svc_run_step", "run_step"],
  ["svc_run_step_end", "run_step_end"],
];

/** The store columns needed to write a call's line; payloads that were not requested are not read. */
export function columnsOfLine(options: CallLineOptions): StoredCallColumn[] {
  const { columns, shouldIncludeStorageSize: includeStorageSize } = options;
  const wanted = plainColumns.filter(([name]) => columns === null || columns.has(name)).map(([, column]) => column);
  if (wantsSummary(options)) wanted.push("summary", ...derivedFrom);
  if (includeStorageSize) wanted.push("attributes_size", "inputs_size", "output_size", "summary_size");
  return [...new Set(wanted)];
}

/**
 * A call as CallSchema, in JSON text, with both spellings of the members that have two. Payloads are returned as
 * stored. Members that were not requested are null; `attributes` and `inputs`, which must be objects, are empty.
 */
export function callLineText(row: StoredCall, options: CallLineOptions, extras: CallExtras): string {
  const { expanded } = extras;
  const sizes = options.shouldIncludeStorageSize ? storageSize(row) : null;
  const members: readonly (readonly [string, string])[] = [
    ["id", text(row.id)],
    ["project_id", text(options.projectId)],
    ["op_name", text(row.op_name)],
    ["display_name", text(row.display_name)],
    ["trace_id", text(row.trace_id)],
    ["parent_id", text(row.parent_id)],
    ["thread_id", text(row.thread_id)],
    ["turn_id", text(row.turn_id)],
    ["started_at", text(toWireTime(row.started_at))],
    ["ended_at", text(row.ended_at ? toWireTime(row.ended_at) : null)],
    ["exception", text(row.exception)],
    ["attributes", withOtelSpan(expanded?.attributes ?? (row.attributes || "{}"), row.otel_dump)],
    ["inputs", expanded?.inputs ?? (row.inputs || "{}")],
    ["output", expanded?.output ?? (row.output || "null")],
    ["summary", wantsSummary(options) ? withDerived(expanded?.summary ?? (row.summary || "{}"), row, extras) : "null"],
    ...withBothSpellings("user_id", text(row.user_id)),
    ...withBothSpellings("run_id", text(row.run_id)),
    ...withBothSpellings("run_step", String(row.run_step ?? null)),
    ...withBothSpellings("run_step_end", String(row.run_step_end ?? null)),
    ["deleted_at", "null"],
    ["storage_size_bytes", String(sizes)],
    ["total_storage_size_bytes", String(extras.totalStorageSizeBytes ?? null)],
    ...omitted(row),
  ];
  return `{${members.map(([name, json]) => `"${name}":${json}`).join(",")}}`;
}

/** An empty text counts as missing. */
const text = (value: string | null | undefined): string => (value ? JSON.stringify(value) : "null");

const withBothSpellings = (name: string, json: string) =>
  [
    [`svc_${name}`, json],
    [`wb_${name}`, json],
  ] as const;

/** The long values that the reader asked to omit, with their size in bytes. */
function omitted(row: StoredCall): readonly (readonly [string, string])[] {
  const sizes = {
    inputs: row.inputs_left_out,
    output: row.output_left_out,
    attributes: row.attributes_left_out,
    otel_span: row.otel_dump_left_out,
  };
  const left = Object.entries(sizes).filter(([, bytes]) => bytes);
  return left.length > 0 ? [["left_out", JSON.stringify(Object.fromEntries(left))]] : [];
}

function storageSize(row: StoredCall): number {
  return (row.attributes_size ?? 0) + (row.inputs_size ?? 0) + (row.output_size ?? 0) + (row.summary_size ?? 0);
}

/** Appends a member to the text of a JSON object. */
function withMember(objectText: string, name: string, json: string): string {
  const close = objectText.lastIndexOf("}");
  const isEmpty = objectText.slice(0, close).trim() === "{";
  return `${objectText.slice(0, close)}${isEmpty ? "" : ","}"${name}":${json}}`;
}

function withOtelSpan(attributes: string, otelDump: string | undefined): string {
  return otelDump ? withMember(attributes, "otel_span", otelDump) : attributes;
}

function withDerived(stored: string, row: StoredCall, { costs, feedback }: CallExtras): string {
  const { summary, weave } = splitSummary(stored);
  const derived = stringifyJson({ ...weave, ...derivedSummary(row), ...(costs ? { costs } : {}) });
  return withMember(summary, "weave", feedback ? withMember(derived, "feedback", `[${feedback.join(",")}]`) : derived);
}

type CallStatus = "error" | "running" | "descendant_error" | "success";

/** The values of `summary.weave.status`, in the order in which they are decided. */
function callStatusOf(row: Pick<StoredCall, "exception" | "ended_at" | "descendant_errors">): CallStatus {
  if (row.exception) return "error";
  if (!row.ended_at) return "running";
  return row.descendant_errors ? "descendant_error" : "success";
}

/** The members that the service adds to a call as `summary.weave`. A display name replaces the trace name. */
export function derivedSummary(row: StoredCall): Record<string, unknown> {
  return {
    ...(row.display_name ? { display_name: row.display_name } : { trace_name: nameOfOp(row.op_name) }),
    status: callStatusOf(row),
    ...(row.ended_at ? { latency_ms: Math.max(0, millisecondsBetween(row.started_at, row.ended_at)) } : {}),
    ...reportMember(row),
  };
}

function reportMember(row: StoredCall): { readonly usage_report?: object } {
  const report = usageReportOf(row);
  return report === null ? {} : { usage_report: report };
}

/** The name inside an op ref (`weave:///entity/project/op/NAME:DIGEST`), or the name itself. */
function nameOfOp(opName: string): string {
  return /^weave:\/\/\/[^/]+\/[^/]+\/op\/([^/:]+):/.exec(opName)?.[1] ?? opName;
}
