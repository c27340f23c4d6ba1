import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import type { QueryExpression } from "@/lib/api/contract/query/query-expression";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { type CallKey, callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";

/** The calls that a monitor looks at. */
export interface MonitoredCalls {
  readonly projectId: string;
  readonly filter: CallsFilter;
  readonly query: QueryExpression | null | undefined;
}

/** A place in the order in which calls were stored. */
export interface CommitPlace {
  readonly commit: number;
  /** Empty for the beginning of a commit. */
  readonly id: string;
}

export interface MonitoredKey extends CallKey {
  readonly commit: number;
}

/** The beginning of the attributes of calls that monitors store: they are not scored. */
const OWN_ATTRIBUTES = '{"heddle":{"monitor":';
/** The attribute by which clients and this service mark the calls of evaluations. */
const EVALUATION_ATTRIBUTE = '"_weave_eval_meta"';

/** Samples are parts of a million. */
const SAMPLE_PARTS = 1_000_000;

/** One query at a time, on one core: requests of users come first. */
const BACKGROUND = { max_threads: 1 } as const;

/** Finished live calls with an answer. The last conditions read text, and only for calls that met the others. */
const LIVE_CALLS: CallCondition = {
  sql: `call_rows.generation = 0 AND call_rows.ended_at IS NOT NULL AND call_rows.exception = ''
  AND NOT startsWith(call_rows.attributes, '${OWN_ATTRIBUTES}') AND position(call_rows.attributes, '${EVALUATION_ATTRIBUTE}') = 0`,
  params: {},
};

function conditionsOf(calls: MonitoredCalls): CallCondition[] {
  return [...callConditions(calls), LIVE_CALLS];
}

/**
 * Checks what a request selects.
 * @throws InvalidRequestError or ForbiddenError
 */
export function checkMonitoredCalls(calls: MonitoredCalls): void {
  conditionsOf(calls);
}

/** Returns the place after all calls of a project that are stored now. */
export async function readNewestPlace(store: Store, projectId: string, signal: AbortSignal): Promise<CommitPlace> {
  const where = callsWhereClause(projectId, []);
  const [row] = await store.read<{ newest: number }>({
    sql: `SELECT max(call_rows.commit_number) AS newest FROM call_rows WHERE ${where.sql}`,
    params: where.params,
    settings: BACKGROUND,
    signal,
  });
  // Ids are shorter than this, and sort before it.
  return { commit: row?.newest ?? 0, id: "\u{10ffff}" };
}

/**
 * Returns the next sampled calls after a place, in the order in which they were stored. The id of a call decides whether
 * it is sampled, the same way each time.
 * @param since calls that started earlier are not live
 */
export async function readNextCalls(
  store: Store,
  calls: MonitoredCalls,
  {
    after,
    since,
    rate,
    limit,
  }: { readonly after: CommitPlace; readonly since: EngineTime; readonly rate: number; readonly limit: number },
  signal: AbortSignal,
): Promise<MonitoredKey[]> {
  const newer: CallCondition = {
    sql: `call_rows.started_at >= {since:DateTime64(6, 'UTC')} AND call_rows.commit_number >= {afterCommit:UInt64}
  AND (call_rows.commit_number > {afterCommit:UInt64} OR call_rows.id > {afterId:String})
  AND halfMD5(call_rows.id) % ${SAMPLE_PARTS} < {sampled:UInt64}`,
    params: { since, afterCommit: after.commit, afterId: after.id, sampled: Math.round(rate * SAMPLE_PARTS) },
  };
  const where = callsWhereClause(calls.projectId, [newer, ...conditionsOf(calls)]);
  return await store.read<MonitoredKey>({
    sql: `SELECT call_rows.id AS id, toString(call_rows.started_at) AS startedAt, call_rows.commit_number AS commit
FROM call_rows WHERE ${where.sql} ORDER BY call_rows.commit_number, call_rows.id LIMIT ${limit}`,
    params: where.params,
    settings: BACKGROUND,
    signal,
  });
}

/** Counts the calls that match, since a time. */
export async function countMonitoredCalls(
  store: Store,
  calls: MonitoredCalls,
  since: EngineTime,
  signal: AbortSignal,
): Promise<number> {
  const where = callsWhereClause(calls.projectId, [sinceCondition(since), ...conditionsOf(calls)]);
  const [row] = await store.read<{ calls: number }>({
    sql: `SELECT count() AS calls FROM call_rows WHERE ${where.sql}`,
    params: where.params,
    signal,
  });
  return row?.calls ?? 0;
}

/** Returns the newest calls that match, sampled or not. */
export async function readRecentCalls(
  store: Store,
  calls: MonitoredCalls,
  limit: number,
  signal: AbortSignal,
): Promise<CallKey[]> {
  const where = callsWhereClause(calls.projectId, conditionsOf(calls));
  return await store.read<CallKey>({
    sql: `SELECT call_rows.id AS id, toString(call_rows.started_at) AS startedAt
FROM call_rows WHERE ${where.sql} ORDER BY call_rows.started_at DESC, call_rows.id DESC LIMIT ${limit}`,
    params: where.params,
    signal,
  });
}

const sinceCondition = (since: EngineTime): CallCondition => ({
  sql: "call_rows.started_at >= {since:DateTime64(6, 'UTC')}",
  params: { since },
});
