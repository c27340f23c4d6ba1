import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Query } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { IS_SDK_REQUEST_SQL, SDK_REQUEST_SQL, type StoredUsage } from "@/service/traces/store/schema/stored-usage";

/** A call with its place in its tree, and its own usage. */
export interface UsageOfCall {
  readonly id: string;
  /** Empty for a root. */
  readonly parentId: string;
  readonly startedAt: EngineTime;
  readonly isUnfinished: 0 | 1;
  readonly usage: readonly StoredUsage[];
  readonly endedAt: EngineTime | null;
  /** One of `REPORTED_BY`. */
  readonly reportedBy: number;
  readonly source: string;
  /** Set at a call of an SDK that may be the request of a span. */
  readonly isSdkRequest: 0 | 1;
  /** Numbers as text; 0 where the response is not known. */
  readonly response: string;
  readonly answer: string;
}

/** Returns SQL for the usage of the selected calls, one more than `limit` at most. Yields `UsageOfCall`s. */
export function treeUsageQuery(projectId: string, conditions: readonly CallCondition[], limit: number): Query {
  const where = callsWhereClause(projectId, conditions);
  return {
    sql: `SELECT call_rows.id AS id, parent_id AS parentId, toString(call_rows.started_at) AS startedAt, isNull(ended_at) AS isUnfinished,
  model_tokens AS usage, toString(call_rows.ended_at) AS endedAt, report.by AS reportedBy, report.source AS source,
  ${IS_SDK_REQUEST_SQL} AS isSdkRequest, toString(if(isSdkRequest, ${SDK_REQUEST_SQL.response}, report.response)) AS response,
  toString(if(isSdkRequest, ${SDK_REQUEST_SQL.answer}, report.answer)) AS answer
FROM call_rows WHERE ${where.sql}
LIMIT {most:UInt64}`,
    params: { ...where.params, most: limit + 1 },
  };
}

/** The condition that a call is in a trace of one of these calls. */
export function tracesOfCalls(projectId: string, conditions: readonly CallCondition[]): CallCondition {
  const where = callsWhereClause(projectId, conditions);
  return {
    sql: `call_rows.trace_id IN (SELECT trace_id FROM call_rows WHERE ${where.sql})`,
    params: where.params,
  };
}
