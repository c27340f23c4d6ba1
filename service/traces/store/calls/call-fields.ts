import { ForbiddenError } from "@/service/kernel/errors/service-errors";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import { ANSWER_PROBLEM_SQL } from "@/service/traces/store/expression/answer-problem";
import { calledKind, calledTool } from "@/service/traces/store/expression/called-tool";
import { END_USER } from "@/service/traces/store/expression/end-user";
import { EXCEPTION_PATTERN_SQL } from "@/service/traces/store/expression/exception-pattern";
import {
  type FieldKind,
  type FieldResolver,
  jsonField,
  type StoreField,
} from "@/service/traces/store/expression/fields";
import { jsonPathSql, splitPath } from "@/service/traces/store/expression/json-path";
import { searchedColumn, searchedColumns } from "@/service/traces/store/expression/payload-search";
import { REPORTED_BY } from "@/service/traces/store/schema/stored-usage";
import { scoreField } from "@/service/traces/store/scores/score-field";
import { isScoreField } from "@/service/traces/store/scores/score-source";
import { wholeDumpSql } from "./short-dump";
import { DISPLAY_NAME_SQL, STORED_CALLS_SQL, THREAD_ID_SQL, TURN_ID_SQL } from "./visible-calls";

interface NamedField {
  readonly kind: FieldKind;
  readonly sql: string;
}

const DUMP_SQL = wholeDumpSql((name) => name);

/** An absent text is stored as empty and read as null. */
const textColumn = (column: string): NamedField => ({
  kind: "text",
  sql: `nullIf(${column}, '')`,
});
const column = (kind: FieldKind, name: string): NamedField => ({ kind, sql: name });

/** Must agree with `OP_NAME_SQL` in calls/call-line.ts. */
const OP_REF_PATTERN = "^weave:///[^/]+/[^/]+/op/([^/:]+):";
const OP_NAME_SQL = `if(match(op_name, '${OP_REF_PATTERN}'), extract(op_name, '${OP_REF_PATTERN}'), op_name)`;

/**
 * Equals `OP_NAME_SQL`. As one function of one column, the engine computes it once for each name instead of once for each
 * call.
 */
export const OP_KEY_SQL = "replaceRegexpOne(op_name, '(?s)^weave:///[^/]+/[^/]+/op/([^/:]+):.*$', '\\\\1')";

/**
 * SQL that is 1 for a call whose usage is its own: a request to a model, or a call with no usage directly below it. SDKs add the
 * usage of calls to all those above, and frameworks repeat it at agents.
 */
export const HAS_OWN_USAGE_SQL = `(report.by = ${REPORTED_BY.request} OR call_rows.id NOT IN (
    SELECT parent_id FROM call_rows WHERE ${STORED_CALLS_SQL} AND parent_id != '' AND notEmpty(model_tokens.model)))`;

/** SQL of the models that a call itself asks, each on a line of its own; empty where none has tokens. */
const OWN_MODELS_SQL = `if(notEmpty(model_tokens.model) AND ${HAS_OWN_USAGE_SQL},
    arrayStringConcat(arrayMap(model -> concat('\\n', model, '\\n'), model_tokens.model)), '')`;

const CALLED_TOOL = calledTool(OP_KEY_SQL);
const TRACE_NAME_SQL = `if(${DISPLAY_NAME_SQL} != '', ${DISPLAY_NAME_SQL}, ${OP_NAME_SQL})`;

/** The call's own usage, over all models. The members are those of `tokens`. */
const tokens = (member: 3 | 4 | 5 | 6): NamedField => ({
  kind: "number",
  sql: `if(empty(model_tokens), NULL, arraySum(entry -> entry.${member}, model_tokens))`,
});

/** What the exception of a failed call has in common with others of its cause; null for other calls. */
const FAILURE: NamedField = { kind: "text", sql: `if(status = 'error', ${EXCEPTION_PATTERN_SQL}, NULL)` };

/** What is wrong with the answer of a model; null for other calls. */
const ANSWER: NamedField = { kind: "text", sql: `nullIf(${ANSWER_PROBLEM_SQL}, '')` };

/** Where a call comes from, as conditions and groups name it. */
export const SOURCE_FIELD = "source";

/** The cost of a call in US dollars. Prices are read before a condition on it is compiled. */
export const COST_FIELD = "summary.weave.cost_usd";

const fields: Readonly<Record<string, NamedField>> = {
  id: column("text", "id"),
  project_id: column("text", "project_id"),
  op_name: column("text", "op_name"),
  started_at: column("time", "started_at"),
  ended_at: column("time", "ended_at"),
  // A deleted call is never selected, so there is nothing to compare.
  deleted_at: { kind: "time", sql: "CAST(NULL, 'Nullable(DateTime64(6))')" },
  trace_id: textColumn("trace_id"),
  parent_id: textColumn("parent_id"),
  thread_id: textColumn(THREAD_ID_SQL),
  turn_id: textColumn(TURN_ID_SQL),
  display_name: textColumn(DISPLAY_NAME_SQL),
  exception: textColumn("exception"),
  svc_user_id: textColumn("user_id"),
  svc_run_id: textColumn("run_id"),
  svc_run_step: column("number", "run_step"),
  svc_run_step_end: column("number", "run_step_end"),
  // One ref per line, so that $contains matches a full ref or part of one.
  input_refs: { kind: "text", sql: "arrayStringConcat(input_refs, '\\n')" },
  output_refs: { kind: "text", sql: "arrayStringConcat(output_refs, '\\n')" },
  own_model: { kind: "text", sql: OWN_MODELS_SQL },
  /** Of all models of the call itself and of those that its client added to it. */
  model: { kind: "text", sql: "nullIf(arrayStringConcat(arraySort(model_tokens.model), ', '), '')" },
  kind: { kind: "text", sql: calledKind(OP_KEY_SQL) },
  [SOURCE_FIELD]: column("text", "call_source"),
  "summary.weave.status": column("text", "status"),
  "summary.weave.latency_ms": column("number", "latency_ms"),
  "summary.weave.prompt_tokens": tokens(3),
  "summary.weave.completion_tokens": tokens(4),
  "summary.weave.total_tokens": tokens(5),
  "summary.weave.cached_tokens": tokens(6),
  "summary.weave.trace_name": { kind: "text", sql: TRACE_NAME_SQL },
};

const jsonColumns: ReadonlySet<string> = new Set(searchedColumns);

/** `feedback.[TYPE].payload.path` and `feedback.[TYPE].runnable_ref`; the brackets are literal. */
const FEEDBACK_PATH = /^feedback\.\[([^\]]+)\]\.(payload(?:\..+)?|runnable_ref)$/;

/** Returns the newest feedback of a type for each call, looked up by the ref that feedback stores. */
function feedbackField(type: string, member: string, params: SqlParams): StoreField {
  const [column = "", ...path] = member.split(".");
  const newest = `SELECT (groupArray(weave_ref), groupArray(newest)) FROM (
    SELECT weave_ref, argMax(${column === "payload" ? "payload" : "runnable_ref"}, (created_at, id)) AS newest
    FROM feedback FINAL
    WHERE project_id = {projectId:String} AND is_purged = 0 AND feedback_type = ${params.bind(type, "String")}
    GROUP BY weave_ref)`;
  const value = `transform(concat('weave:///', project_id, '/call/', id), tupleElement((${newest}), 1), tupleElement((${newest}), 2), '')`;
  if (column === "payload") return jsonField(value, path.join("."), params);
  return { kind: "text", sql: `nullIf(${value}, '')` };
}

/**
 * Resolves the fields of calls that conditions and sort keys may use.
 * @throws ForbiddenError (403) for any other field
 */
export const resolveCallField: FieldResolver = (path, params): StoreField => {
  const name = path.replace(/^wb_/, "svc_");
  if (Object.hasOwn(fields, name)) {
    const field = fields[name];
    if (field !== undefined) return field;
  }
  if (path === COST_FIELD) {
    throw new ForbiddenError(
      `Field ${path} is not allowed here: lists and figures of calls read prices, others do not`,
    );
  }
  if (path === "end_user") return END_USER;
  if (path === "tool") return CALLED_TOOL;
  if (path === "failure") return FAILURE;
  if (path === "answer") return ANSWER;
  if (isScoreField(path)) return scoreField(path, params);
  const feedback = FEEDBACK_PATH.exec(path);
  if (feedback !== null) return feedbackField(feedback[1] ?? "", feedback[2] ?? "", params);
  const [head = "", ...rest] = path.split(".");
  const isDerived = head === "summary" && rest[0] === "weave";
  if (!jsonColumns.has(head) || isDerived) throw new ForbiddenError(`Field ${path} is not allowed`);
  // The stored OpenTelemetry span is shown among the attributes but stored in its own column.
  if (head === "attributes" && rest[0] === "otel_span") {
    const parts = rest.length === 1 ? [] : splitPath(rest.slice(1).join("."));
    return { kind: "json", path: jsonPathSql(DUMP_SQL, parts, params) };
  }
  // The full text is compared as it was sent.
  if (rest.length === 0) return jsonField(head, "", params);
  if (rest.join(".") === "") throw new ForbiddenError(`Field ${path} is not allowed`);
  return jsonField(searchedColumn(head), rest.join("."), params);
};
