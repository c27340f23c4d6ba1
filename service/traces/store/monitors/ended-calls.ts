import { callConditions } from "@/service/traces/store/calls/call-expression";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { DISPLAY_NAME_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { EVALUATE_OP_SQL } from "@/service/traces/store/evaluations/evaluation-roots";
import { payloadSearchSql } from "@/service/traces/store/expression/payload-search";
import type { CommitPlace, MonitoredCalls } from "./monitored-calls";

/** Which ended calls are looked for. */
export interface WantedCalls {
  /** The filter of failed calls. */
  readonly failed: MonitoredCalls | null;
  readonly hasEvaluations: boolean;
}

/** An ended call with ids and names, and nothing of its payloads but the ref of an evaluation. */
export interface EndedCall {
  readonly id: string;
  readonly commit: number;
  readonly traceId: string;
  readonly opName: string;
  readonly displayName: string;
  readonly startedAt: EngineTime;
  readonly endedAt: EngineTime;
  /** 1 for a failed call that the filter finds. */
  readonly isFailed: 0 | 1;
  /** The state of an evaluation; empty for any other call. */
  readonly evaluation: "" | "finished" | "unsummarized" | "cancelled" | "failed";
  /** Empty for any other call, and for an evaluation without a ref. */
  readonly evaluationRef: string;
}

/** One query at a time, on one core: requests of users come first. */
const BACKGROUND = { max_threads: 1 } as const;

const EVALUATION_STATE_SQL = `multiIf(NOT ${EVALUATE_OP_SQL}, '',
  call_rows.exception = '', if(call_rows.output NOT IN ('', 'null'), 'finished', 'unsummarized'),
  match(substring(call_rows.exception, 1, 200), '(?i)\\\\bcancell?ed\\\\b'), 'cancelled', 'failed')`;

const NEVER: CallCondition = { sql: "false", params: {} };

const all = (conditions: readonly CallCondition[]): string => conditions.map(({ sql }) => `(${sql})`).join(" AND ");

/** The conditions of failed calls are those of the list of calls. */
function failedConditions(failed: MonitoredCalls | null): readonly CallCondition[] {
  return failed === null ? [NEVER] : [{ sql: "call_rows.exception != ''", params: {} }, ...callConditions(failed)];
}

/** @throws InvalidRequestError or ForbiddenError for a filter that cannot be read */
export function checkFailedCalls(failed: MonitoredCalls): void {
  failedConditions(failed);
}

/**
 * Returns the next ended calls after a place, in the order in which they were stored.
 *
 * @param since times before which calls are not looked at: an index leaves out blocks of calls that ended earlier
 */
export async function readEndedCalls(
  store: Store,
  projectId: string,
  wanted: WantedCalls,
  {
    after,
    since,
    limit,
  }: {
    readonly after: CommitPlace;
    readonly since: { readonly started: EngineTime; readonly ended: EngineTime };
    readonly limit: number;
  },
  signal: AbortSignal,
): Promise<EndedCall[]> {
  const failed = failedConditions(wanted.failed);
  const isWanted = `(${all(failed)})${wanted.hasEvaluations ? ` OR ${EVALUATE_OP_SQL}` : ""}`;
  const newer: CallCondition = {
    sql: `call_rows.generation = 0 AND call_rows.started_at >= {sinceStarted:DateTime64(6, 'UTC')}
  AND call_rows.ended_at >= {sinceEnded:DateTime64(6, 'UTC')} AND call_rows.commit_number >= {afterCommit:UInt64}
  AND (call_rows.commit_number > {afterCommit:UInt64} OR call_rows.id > {afterId:String})`,
    params: {
      ...{ sinceStarted: since.started, sinceEnded: since.ended },
      ...{ afterCommit: after.commit, afterId: after.id },
    },
  };
  const params = Object.assign({}, ...failed.map((condition) => condition.params));
  const where = callsWhereClause(projectId, [newer, { sql: isWanted, params }]);
  return await store.read<EndedCall>({
    sql: `SELECT call_rows.id AS id, call_rows.commit_number AS commit, call_rows.trace_id AS traceId,
  call_rows.op_name AS opName, ${DISPLAY_NAME_SQL} AS displayName,
  toString(call_rows.started_at) AS startedAt, toString(call_rows.ended_at) AS endedAt,
  ${wanted.hasEvaluations ? `if(${all(failed)}, 1, 0)` : "1"} AS isFailed,
  ${wanted.hasEvaluations ? EVALUATION_STATE_SQL : "''"} AS evaluation,
  if(evaluation = '', '', JSONExtractString(${payloadSearchSql("inputs")}, 'self')) AS evaluationRef
FROM call_rows WHERE ${where.sql} ORDER BY call_rows.commit_number, call_rows.id LIMIT ${limit}`,
    params: where.params,
    settings: BACKGROUND,
    signal,
  });
}
