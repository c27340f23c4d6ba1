import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Query } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { EXCEPTION_LINE_SQL } from "@/service/traces/store/expression/exception-pattern";
import { callKeyText } from "./call-groups";
import { type IssueName, issueConditions } from "./issue-conditions";
import { RELEASE_FIELD } from "./new-failures";

/** The calls of an issue in a range. */
interface IssueSelection extends IssueName {
  readonly projectId: string;
  /** Of the range. */
  readonly conditions: readonly CallCondition[];
}

/** Counts of all calls that an issue is compared with. Absent users and threads do not count. */
export interface OpTotalsRow {
  readonly opCalls: number;
  readonly opUsers: number;
  readonly opThreads: number;
}

export interface IssueReleaseRow {
  readonly release: string;
  readonly opCalls: number;
  /** Of all calls that the issue is compared with. */
  readonly opFirstAt: EngineTime;
  /** Of the issue: 0 in releases in which nothing failed, whose times below say nothing. */
  readonly calls: number;
  readonly firstAt: EngineTime;
  readonly lastAt: EngineTime;
}

export interface IssueUserRow {
  readonly user: string;
  readonly calls: number;
}

export interface IssueCallRow {
  readonly id: string;
  readonly traceId: string;
  readonly at: EngineTime;
  readonly message: string;
  readonly user: string;
  readonly release: string;
}

/** Whether a call is of the issue, and its attributes as JSON; empty where they are long. */
export interface IssueAttributesRow {
  readonly isOfIssue: number;
  readonly attributes: string;
}

type IssueQuery = Omit<Query, "signal">;

/** The beginning of what a call answered: a score that is false, or a problem of answers, says nothing itself. */
const ANSWER_SQL = "substringUTF8(call_rows.output, 1, 300)";

export const USER_FIELD = "end_user";
export const THREAD_FIELD = "thread_id";

/** Attributes of more bytes are not compared. */
const MAX_ATTRIBUTES = 8192;

/** Selects the calls that an issue is compared with, with expressions for what is read of each. */
function calls({ projectId, conditions, ...issue }: IssueSelection) {
  const params = new SqlParams("issue_");
  const { scope, isOfIssue, isOther } = issueConditions(issue);
  const where = callsWhereClause(projectId, [...scope, ...conditions]);
  return {
    where: where.sql,
    isOfIssue: isOfIssue.sql,
    isOther: isOther.sql,
    textOf: (field: string) => callKeyText(field, params).sql,
    params: () => ({ ...where.params, ...isOfIssue.params, ...isOther.params, ...params.values() }),
  };
}

/** Selects the calls of an issue. */
export function callsOfIssue(issue: IssueName): readonly CallCondition[] {
  const { scope, isOfIssue } = issueConditions(issue);
  return [...scope, isOfIssue];
}

/** Returns SQL that yields one `OpTotalsRow`. */
export function opTotalsQuery(selection: IssueSelection): IssueQuery {
  const read = calls(selection);
  const [user, thread] = [read.textOf(USER_FIELD), read.textOf(THREAD_FIELD)];
  return {
    sql: `SELECT count() AS opCalls, uniqExactIf(who, who != '') AS opUsers, uniqExactIf(talk, talk != '') AS opThreads
FROM (SELECT ${user} AS who, ${thread} AS talk FROM call_rows WHERE ${read.where})`,
    params: read.params(),
  };
}

/** Returns SQL that yields an `IssueReleaseRow` for each release: those with calls of the issue first, of both the newest first. */
export function issueReleasesQuery(selection: IssueSelection, limit: number): IssueQuery {
  const read = calls(selection);
  return {
    sql: `SELECT release, count() AS opCalls, toString(min(at)) AS opFirstAt, countIf(hit) AS calls,
  toString(minIf(at, hit)) AS firstAt, toString(maxIf(at, hit)) AS lastAt
FROM (SELECT ${read.textOf(RELEASE_FIELD)} AS release, call_rows.started_at AS at, ${read.isOfIssue} AS hit
  FROM call_rows WHERE ${read.where})
WHERE release != '' GROUP BY release ORDER BY calls > 0 DESC, if(calls > 0, lastAt, opFirstAt) DESC, release LIMIT ${limit}`,
    params: read.params(),
  };
}

/** Returns SQL that yields `IssueUserRow`s, most calls first. */
export function issueUsersQuery(selection: IssueSelection, limit: number): IssueQuery {
  const read = calls(selection);
  return {
    sql: `SELECT who AS user, count() AS calls FROM (
  SELECT ${read.textOf(USER_FIELD)} AS who FROM call_rows WHERE ${read.where} AND ${read.isOfIssue})
WHERE who != '' GROUP BY who ORDER BY calls DESC, who LIMIT ${limit}`,
    params: read.params(),
  };
}

/** Returns SQL that yields the newest `IssueCallRow`s. */
export function issueCallsQuery(selection: IssueSelection, limit: number): IssueQuery {
  const read = calls(selection);
  return {
    sql: `SELECT call_rows.id AS id, call_rows.trace_id AS traceId, toString(call_rows.started_at) AS at,
  ${selection.kind === "exception" ? EXCEPTION_LINE_SQL : ANSWER_SQL} AS message, ${read.textOf(USER_FIELD)} AS user, ${read.textOf(RELEASE_FIELD)} AS release
FROM call_rows WHERE ${read.where} AND ${read.isOfIssue}
ORDER BY call_rows.started_at DESC, call_rows.id DESC LIMIT ${limit}`,
    params: read.params(),
  };
}

/**
 * Returns SQL that yields `IssueAttributesRow`s: up to `limit` calls of the issue, and as many with which nothing is
 * wrong. Where there are more, the hashes of their ids choose, so that each look compares the same calls.
 */
export function issueAttributesQuery(selection: IssueSelection, limit: number): IssueQuery {
  const read = calls(selection);
  const side = (isOfIssue: 0 | 1, condition: string) => `(SELECT ${isOfIssue} AS isOfIssue,
  if(length(call_rows.attributes) > ${MAX_ATTRIBUTES}, '', call_rows.attributes) AS attributes
FROM call_rows WHERE ${read.where} AND ${condition} ORDER BY halfMD5(call_rows.id), call_rows.id LIMIT ${limit})`;
  return {
    sql: `${side(1, read.isOfIssue)} UNION ALL ${side(0, read.isOther)}`,
    params: read.params(),
  };
}

/** Returns SQL that counts the calls of an issue, as `calls`, with the start of the first one, as `firstAt`. */
export function issueCountQuery({ projectId, conditions, ...issue }: IssueSelection): IssueQuery {
  const where = callsWhereClause(projectId, [...callsOfIssue(issue), ...conditions]);
  return {
    sql: `SELECT count() AS calls, toString(min(call_rows.started_at)) AS firstAt FROM call_rows WHERE ${where.sql}`,
    params: where.params,
  };
}
