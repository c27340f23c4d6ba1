import { rowTokens } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-row-tokens";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { callDurationMs, callKind, callStatus, callUsage, opLabel, sumKnown, toolName } from "@/lib/calls/call-facts";
import { type CallField, columnIdOf, type FieldType, memberOf, readFields } from "@/lib/calls/field-table";
import { isColumnPath } from "@/lib/calls/path-columns";
import { sentFacts } from "@/lib/calls/sent-facts";
import { BYTE_ORDER_MARK, type DelimitedFormat, delimitedLine } from "@/lib/export/delimited-text";
import { memberAt } from "@/lib/json/value/member-at-path";
import { copyText } from "@/lib/json/value/value-line";
import type { ColumnType } from "@/lib/parquet/column-type";
import { isScoreField, scoreOfField } from "@/lib/score/score-field";
import { tokensOf } from "@/lib/usage/usage-tokens";

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

/** Figures are those of the call alone. */
const tokensOfCall = (call: Call) => rowTokens(call, undefined);

/** Fields that are more than the value at their path, by name. */
const READ: Readonly<Record<string, (call: Call) => unknown>> = {
  op: (call) => opLabel(call.op_name),
  kind: callKind,
  tool: (call) => (callKind(call) === "tool" ? (toolName(call) ?? opLabel(call.op_name)) : null),
  "model.below": (call) =>
    callUsage(call)
      .map(({ model }) => model)
      .join(", ") || null,
  user: (call) => sentFacts(call).user,
  status: (call) => call.summary?.weave?.status ?? callStatus(call),
  latency: (call) => (call.ended_at ? callDurationMs(call, 0) : null),
  tokens: (call) => sumKnown(Object.values(call.summary?.usage ?? {}).map((usage) => tokensOf(usage).total)),
  "tokens.in": (call) => tokensOfCall(call).tokensIn,
  "tokens.out": (call) => tokensOfCall(call).tokensOut,
  "tokens.cached": (call) => tokensOfCall(call).tokensCached,
  cost: (call) => tokensOfCall(call).costUsd,
};

/** The types of columns that are not text; times are written as they came. */
const FILE_TYPES: Readonly<Partial<Record<FieldType, ExportField["type"]>>> = {
  json: "json",
  duration: "double",
  count: "double",
  usd: "double",
};

function exportField(field: CallField): ExportField {
  const { name, path, type } = field;
  return {
    name: path.split(".").at(-1) ?? path,
    needs: memberOf(field),
    read: READ[name] ?? ((call) => memberAt(call, path)),
    type: FILE_TYPES[type] ?? "text",
  };
}

const FIELDS = new Map(readFields.map((field) => [field.name, exportField(field)]));

/** The ref of an op, where it has one. */
const OP_REF: ExportField = {
  name: "op_ref",
  needs: "op_name",
  read: ({ op_name: op }) => (opLabel(op) === op ? null : op),
  type: "text",
};

const fieldsOf = (names: readonly string[]) => names.flatMap((name) => FIELDS.get(name) ?? []);

/** Columns beside others: one that shows one of two users, and an error in place of the output or by its status. */
const BESIDE: Readonly<Record<string, string>> = { user: "key", status: "exception", "output.": "exception" };

const memberField = (name: string, needs: string, read: ExportField["read"]): ExportField => ({
  name,
  needs,
  read,
  type: "text",
});

/** Returns the columns of a file: the id first, then the columns of the list in order, or every member of a call. */
export function exportFields(content: ExportContent, shown: readonly string[]): readonly ExportField[] {
  if (content === "everything") {
    const [ids, others] = [fieldsOf(["id", "trace", "parent", "op"]), fieldsOf(readFields.map(({ name }) => name))];
    return [...new Set([...ids, OP_REF, ...others])];
  }
  const names = new Map(readFields.map((field) => [columnIdOf(field), field.name]));
  const chosen = shown.flatMap((id): ExportField[] => {
    if (isColumnPath(id)) return [memberField(id, id.split(".")[0] ?? id, (call) => memberAt(call, id))];
    if (isScoreField(id))
      return [memberField(id, "id", (call, scores) => scoreOfField(scores.get(call.id) ?? [], id)?.value)];
    return fieldsOf([names.get(id) ?? ""]);
  });
  const beside = shown.flatMap((id) => BESIDE[names.get(id) ?? ""] ?? []);
  return [...new Set([...fieldsOf(["id"]), ...chosen, ...fieldsOf(beside)])];
}

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
