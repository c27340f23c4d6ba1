import type { ThreadsCallsFilter } from "@/lib/api/contract/calls/threads";
import { readsSourceOnly } from "@/service/traces/store/calls/call-expression";
import { resolveCallField } from "@/service/traces/store/calls/call-fields";
import { type CallCondition, filterConditions } from "@/service/traces/store/calls/call-filter";
import { STORED_CALLS_SQL, THREAD_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import { compileCondition } from "@/service/traces/store/expression/compile-condition";
import type { FieldResolver } from "@/service/traces/store/expression/fields";
import { newestScoresSql, scoreField } from "@/service/traces/store/scores/score-field";
import { isScoreField } from "@/service/traces/store/scores/score-source";

/** A score of a thread counts for each of its calls. */
const resolve: FieldResolver = (path, params) =>
  isScoreField(path) ? scoreField(path, params, THREAD_ID_SQL) : resolveCallField(path, params);

/** Returns whether a filter selects calls by their source alone. */
export const isBySource = ({ filter, query, none }: ThreadsCallsFilter): boolean =>
  !none && query != null && readsSourceOnly(query.$expr) && filterConditions(filter).length === 0;

/**
 * Returns the condition that some call of a thread meets a filter, or that none does; or, of turns, that the turn does.
 * @param index tells the parameters of several conditions of one query apart
 * @throws InvalidRequestError or ForbiddenError, like the compilers
 */
export function threadCallsCondition(
  { filter, query, none }: ThreadsCallsFilter,
  index: number,
  isOfTurns: boolean,
): CallCondition {
  const conditions = filterConditions(filter);
  if (query) {
    const params = new SqlParams();
    const { sql } = compileCondition(query.$expr, { resolve, params });
    conditions.push({ sql, params: params.values() });
  }
  const values = Object.entries(
    Object.assign({}, ...conditions.map(({ params }) => params)) as CallCondition["params"],
  );
  const ofCalls = conditions.map(({ sql }) => `(${sql})`);
  const where = [STORED_CALLS_SQL, `${THREAD_ID_SQL} != ''`, ...ofCalls].join(" AND ");
  const sql = isOfTurns
    ? ofCalls.join(" AND ")
    : `${THREAD_ID_SQL} ${none ? "NOT " : ""}IN (SELECT ${THREAD_ID_SQL} FROM call_rows WHERE ${where})`;
  const prefixed = (name: string) => `calls${index}_${name}`;
  return {
    sql: values.reduce((text, [name]) => text.replaceAll(`{${name}:`, `{${prefixed(name)}:`), sql),
    params: Object.fromEntries(values.map(([name, value]) => [prefixed(name), value])),
  };
}

/**
 * Returns a thread's score as a number, for grouped threads: the mean of the newest values of its calls and of the
 * thread itself; a boolean is 1 or 0, a text is no number. NULL without one.
 */
export function threadScoreSql(field: string, params: SqlParams): string {
  const newest = newestScoresSql(field, params);
  const ofCalls = `SELECT ofThread, newest FROM (
    SELECT ${THREAD_ID_SQL} AS ofThread, id AS callId FROM call_rows
    WHERE ${STORED_CALLS_SQL} AND ${THREAD_ID_SQL} != ''
  ) AS scored INNER JOIN (${newest("call")}) AS scores ON callId = subject`;
  const values = `SELECT ofThread, avg(multiIf(newest = 'true', 1., newest = 'false', 0., toFloat64OrNull(newest))) AS mean
    FROM (${ofCalls} UNION ALL SELECT subject AS ofThread, newest FROM (${newest("thread")}))
    GROUP BY ofThread HAVING isNotNull(mean)`;
  const arrays = `SELECT (groupArray(ofThread), groupArray(toNullable(assumeNotNull(mean)))) FROM (${values})`;
  return `transform(thread_id, tupleElement((${arrays}), 1), tupleElement((${arrays}), 2), NULL)`;
}
