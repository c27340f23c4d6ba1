import { rowTokens } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-row-tokens";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { callDurationMs, callStatus, callUsage, opLabel, usageTotal } from "@/lib/calls/call-facts";
import { memberAt } from "@/lib/calls/member-at-path";
import { isColumnPath } from "@/lib/calls/path-columns";
import { BYTE_ORDER_MARK, type DelimitedFormat, delimitedLine } from "@/lib/export/delimited-text";
import { copyText } from "@/lib/json/value/value-line";
import type { ColumnType } from "@/lib/parquet/column-type";
import { isScoreField, scoreOfField } from "@/lib/score/score-field";

export const exportFormats = ["csv", "tsv", "json", "jsonl", "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];
type TextFormat = Exclude<ExportFormat, "parquet">;

/** Which parts of each call are written to a file. */
const exportContents = ["shown", "everything"] as const;
export type ExportContent = (typeof exportContents)[number];

export const mediaTypes: Record<ExportFormat, string> = {
  csv: "text/csv;charset=utf-8",
  tsv: "text/tab-separated-values;charset=utf-8",
  json: "application/json",
  jsonl: "application/jsonl",
  parquet: "application/vnd.apache.parquet",
};

/** One column of a file: figures as plain numbers, however the screen formats them. */
export interface ExportField {
  readonly name: string;
  /** The member of a call that is read for the column. */
  readonly needs: string;
  readonly read: (call: Call, scores: CallScores) => unknown;
  /** The type of the column in a Parquet file. */
  readonly type: "text" | "double" | "json";
}

/** The scores of calls by id; empty where no score is written. */
export type CallScores = ReadonlyMap<string, readonly SubjectScore[]>;

const NO_SCORES: CallScores = new Map();

const field = (
  name: string,
  needs: string,
  read: ExportField["read"],
  type: ExportField["type"] = "text",
): ExportField => ({ name, needs, read, type });

const fields = {
  id: field("id", "id", (call) => call.id),
  status: field("status", "summary", (call) => call.summary?.weave?.status ?? callStatus(call)),
  op: field("op_name", "op_name", (call) => opLabel(call.op_name)),
  "op-ref": field("op_ref", "op_name", (call) => (opLabel(call.op_name) === call.op_name ? null : call.op_name)),
  name: field("display_name", "display_name", (call) => call.display_name),
  input: field("inputs", "inputs", (call) => call.inputs, "json"),
  output: field("output", "output", (call) => call.output, "json"),
  attributes: field("attributes", "attributes", (call) => call.attributes, "json"),
  summary: field("summary", "summary", (call) => call.summary, "json"),
  exception: field("exception", "exception", (call) => call.exception),
  duration: field("latency_ms", "summary", (call) => (call.ended_at ? callDurationMs(call, 0) : null), "double"),
  "tokens-in": field("prompt_tokens", "summary", (call) => rowTokens(call, undefined).tokensIn, "double"),
  "tokens-cached": field("cached_tokens", "summary", (call) => rowTokens(call, undefined).tokensCached, "double"),
  "tokens-out": field("completion_tokens", "summary", (call) => rowTokens(call, undefined).tokensOut, "double"),
  cost: field("cost_usd", "summary", (call) => usageTotal(callUsage(call)).costUsd, "double"),
  thread: field("thread_id", "thread_id", (call) => call.thread_id),
  turn: field("turn_id", "turn_id", (call) => call.turn_id),
  trace: field("trace_id", "trace_id", (call) => call.trace_id),
  parent: field("parent_id", "parent_id", (call) => call.parent_id),
  user: field("svc_user_id", "svc_user_id", (call) => call.svc_user_id),
  run: field("svc_run_id", "svc_run_id", (call) => call.svc_run_id),
  started: field("started_at", "started_at", (call) => call.started_at),
  ended: field("ended_at", "ended_at", (call) => call.ended_at),
} as const;

const ALL_FIELDS: readonly (keyof typeof fields)[] = [
  ...([
    "id",
    "trace",
    "parent",
    "op",
    "op-ref",
    "name",
    "started",
    "ended",
    "status",
    "duration",
    "exception",
  ] as const),
  ...(["thread", "turn", "user", "run", "tokens-in", "tokens-cached", "tokens-out", "cost"] as const),
  ...(["attributes", "input", "output", "summary"] as const),
];

/** Returns the columns of a file: the id first, then the columns of the list in order, or every member of a call. */
export function exportFields(content: ExportContent, shown: readonly string[]): readonly ExportField[] {
  if (content === "everything") return ALL_FIELDS.map((id) => fields[id]);
  const chosen = shown.flatMap((id): ExportField[] => {
    if (isColumnPath(id)) return [field(id, id.split(".")[0] ?? id, (call) => memberAt(call, id))];
    if (isScoreField(id)) return [scoreField(id)];
    return isFieldId(id) && id !== "id" ? [fields[id]] : [];
  });
  // The list shows an error in place of the output, and by its status; a file has a column of its own for its text.
  const showsErrors = chosen.includes(fields.status) || chosen.includes(fields.output);
  return [fields.id, ...chosen, ...(showsErrors ? [fields.exception] : [])];
}

const scoreField = (id: string): ExportField =>
  field(id, "id", (call, scores) => scoreOfField(scores.get(call.id) ?? [], id)?.value);

const isFieldId = (id: string): id is keyof typeof fields => Object.hasOwn(fields, id);

/** Returns the members of calls to request, or undefined for all, where calls are written unchanged. */
export function exportMembers(content: ExportContent, exported: readonly ExportField[]): readonly string[] | undefined {
  // The members that show how a call ended are requested, too: the status is derived from them where a service returns
  // none.
  return content === "everything"
    ? undefined
    : [...new Set([...exported.map(({ needs }) => needs), "ended_at", "exception"])];
}

/** How calls become the text of a file. */
export interface ExportWriter {
  readonly head: string;
  readonly line: (call: Call, isFirst: boolean, scores?: CallScores) => string;
  readonly foot: string;
}

/** Returns the columns of a Parquet file. */
export function parquetType(exported: readonly ExportField[]): ColumnType {
  return { kind: "object", members: exported.map(({ name, type }) => ({ name, type: { kind: type } })) };
}

/** Returns a call as a row of a Parquet file. What the columns of a list show may be of any kind: it is text there. */
export function parquetRow(call: Call, exported: readonly ExportField[], scores = NO_SCORES): unknown {
  const fieldValue = ({ read, type }: ExportField) => {
    const value = read(call, scores) ?? null;
    return type === "text" && value !== null ? copyText(value) : value;
  };
  return Object.fromEntries(exported.map((one) => [one.name, fieldValue(one)]));
}

/** Full calls are written as the service returns them, so that they can be imported again. */
export function exportWriter(
  format: TextFormat,
  content: ExportContent,
  exported: readonly ExportField[],
): ExportWriter {
  if (format === "csv" || format === "tsv") return delimitedWriter(format, exported);
  const written = (call: Call, scores: CallScores): unknown =>
    content === "everything"
      ? call
      : Object.fromEntries(exported.map(({ name, read }): [string, unknown] => [name, read(call, scores) ?? null]));
  if (format === "jsonl")
    return { head: "", line: (call, _, scores = NO_SCORES) => `${stringifyJson(written(call, scores))}\n`, foot: "" };
  return {
    head: "[",
    line: (call, isFirst, scores = NO_SCORES) => `${isFirst ? "\n" : ",\n"}${stringifyJson(written(call, scores))}`,
    foot: "\n]\n",
  };
}

function delimitedWriter(format: DelimitedFormat, exported: readonly ExportField[]): ExportWriter {
  const names = delimitedLine(
    exported.map(({ name }) => name),
    format,
  );
  return {
    head: `${format === "csv" ? BYTE_ORDER_MARK : ""}${names}`,
    line: (call, _, scores = NO_SCORES) =>
      delimitedLine(
        exported.map(({ read }) => {
          const value = read(call, scores);
          return value === undefined || value === null ? null : copyText(value);
        }),
        format,
      ),
    foot: "",
  };
}

/** Returns a name that is valid on every file system: `demo-airline-traces-2026-11-20.csv`. */
export function exportFileName(projectId: string, format: ExportFormat, nowMs: number): string {
  const words = projectId.replace(/[^\w.-]+/g, "-").replace(/^[.-]+|(?<!-)-+$/g, "");
  return `${words === "" ? "project" : words}-traces-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;
}
