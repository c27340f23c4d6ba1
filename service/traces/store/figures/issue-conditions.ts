import { DEFAULT_SOURCE } from "@/lib/api/contract/calls/call-sources";
import type { IssueKind } from "@/lib/api/contract/issues/issues";
import type { Operand } from "@/lib/api/contract/query/query-expression";
import { OP_KEY_SQL, resolveCallField } from "@/service/traces/store/calls/call-fields";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import { ANSWER_PROBLEM_SQL, HAS_ANSWER_SQL } from "@/service/traces/store/expression/answer-problem";
import { compileCondition } from "@/service/traces/store/expression/compile-condition";
import { EXCEPTION_PATTERN_SQL } from "@/service/traces/store/expression/exception-pattern";

/** What identifies an issue in its project. */
export interface IssueName {
  readonly kind: IssueKind;
  readonly op: string;
  /** What the exceptions have in common; of a score its field, `score.NAME@SOURCE`; of answers their problem. */
  readonly pattern: string;
}

/** The calls of an issue, among those that it is compared with. */
interface IssueConditions {
  /** Of all these calls. */
  readonly scope: readonly CallCondition[];
  /** Of the calls of the issue. */
  readonly isOfIssue: CallCondition;
  /** Of those where nothing is wrong. */
  readonly isOther: CallCondition;
}

/**
 * Returns conditions of a score that is false, compiled as the list of calls compiles them. Calls of evaluations and of
 * training are left out: there a score that is false is a result.
 */
function falseScoreConditions(field: string): IssueConditions {
  const params = new SqlParams("scored_");
  const isFalse: Operand = { $eq: [{ $getField: field }, { $literal: "false" }] };
  const { sql } = compileCondition(isFalse, { resolve: resolveCallField, params });
  const bound = params.values();
  return {
    scope: [
      { sql: `call_source = '${DEFAULT_SOURCE}'`, params: {} },
      { sql: `(${sql}) IS NOT NULL`, params: bound },
    ],
    isOfIssue: { sql: `ifNull(${sql}, false)`, params: bound },
    isOther: { sql: `NOT (${sql})`, params: bound },
  };
}

/** Returns conditions of answers with a problem. Where calls are tests, or the tokens of training, few are a surprise. */
function answerConditions(problem: string): IssueConditions {
  const params = new SqlParams("answered_");
  return {
    scope: [{ sql: `call_source = '${DEFAULT_SOURCE}' AND ${HAS_ANSWER_SQL}`, params: {} }],
    isOfIssue: {
      sql: `(${ANSWER_PROBLEM_SQL} = ${params.bind(problem, "String")})`,
      params: params.values(),
    },
    isOther: { sql: `(${ANSWER_PROBLEM_SQL} = '')`, params: {} },
  };
}

/** Returns the conditions of the calls of a kind that is no exception, of all ops. */
export const conditionsOfKind = (kind: Exclude<IssueKind, "exception">, pattern: string): IssueConditions =>
  kind === "score" ? falseScoreConditions(pattern) : answerConditions(pattern);

function exceptionConditions(pattern: string): IssueConditions {
  const params = new SqlParams("failed_");
  const sql = `call_rows.status = 'error' AND ${EXCEPTION_PATTERN_SQL} = ${params.bind(pattern, "String")}`;
  return {
    scope: [],
    isOfIssue: { sql: `(${sql})`, params: params.values() },
    isOther: { sql: "call_rows.status = 'success'", params: {} },
  };
}

/** Returns the conditions of the calls of an issue. */
export function issueConditions({ kind, op, pattern }: IssueName): IssueConditions {
  const params = new SqlParams("op_");
  const isOfOp = { sql: `${OP_KEY_SQL} = ${params.bind(op, "String")}`, params: params.values() };
  const ofKind = kind === "exception" ? exceptionConditions(pattern) : conditionsOfKind(kind, pattern);
  return { ...ofKind, scope: [isOfOp, ...ofKind.scope] };
}
