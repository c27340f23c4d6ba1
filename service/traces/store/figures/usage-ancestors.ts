import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Query } from "@/service/traces/store/engine/store";
import { IS_SPAN_OF_SDK_SQL, REPORTED_BY } from "@/service/traces/store/schema/stored-usage";
import { type FiguresRequest, rangeCondition } from "./figures-query";
import { KEYS, PASSED_KEYS_SQL, requestRowsSql, twinsSql } from "./usage-keys";

/**
 * SQL that counts each token once. SDKs add a call's usage to that of every call above it, OpenTelemetry spans carry
 * their own, some frameworks report a total on an agent and its parts on calls below it, and two instrumentations may
 * report one request. What does not count is decided by keys: see `usage-keys.ts`.
 *
 * Only selected calls take tokens from others, so that a selection of roots shows their totals where they have them. A
 * source does not select, so that the figures of all sources add up. A time range does not select either: a call that starts within an hour after its end still takes its tokens, so that the figures
 * of adjoining ranges add up.
 */

/** Maximum depth of a tree; it also ends the walk when parents form a cycle. */
export const MAX_TRACE_DEPTH = 64;

/** The models of a call's usage, as hashes. */
export const MODEL_HASHES_SQL = "arrayMap(model -> sipHash64(model), model_tokens.model)";

/**
 * The calls that may report a request that another one reports too: no call, spans, or spans and calls of SDKs. A request
 * that is reported twice has a span among its reports.
 */
export const REPORTERS = ["none", "spans", "all"] as const;

export type Reporters = (typeof REPORTERS)[number];

/** SQL of the place of the reporters of some calls in {@link REPORTERS}. */
export const reportersSql = (where: string): string =>
  `(SELECT max((report.by = ${REPORTED_BY.request}) + ${IS_SPAN_OF_SDK_SQL}) FROM call_rows WHERE ${where})`;

/**
 * Returns a common table of the calls whose tokens do not count: `above (node, key)`, as hashes, which take less time than
 * texts.
 *
 * @param reporters of the calls, or more than there are. The engine takes as long to plan the search for requests that are
 * reported twice as for all else.
 */
export function usageOfAncestors(
  { projectId, conditions, range }: Pick<FiguresRequest, "projectId" | "conditions" | "range">,
  reporters: Reporters,
): Pick<Query, "sql" | "params"> {
  const inRange = withCallsBelow(rangeCondition(range));
  const carriers = callsWhereClause(projectId, [...deciding(conditions), inRange]);
  const starts = callsWhereClause(projectId, [inRange]);
  const twins =
    reporters === "none"
      ? ""
      : `UNION ALL
    SELECT node, key, ${MAX_TRACE_DEPTH} AS depth FROM (${twinsSql(requestsSql(carriers.sql, reporters))})`;
  return {
    sql: `WITH RECURSIVE above AS (
  SELECT node, key, depth FROM (
    SELECT DISTINCT cityHash64(parent_id) AS node, key, 1 AS depth
    FROM call_rows ARRAY JOIN ${PASSED_KEYS_SQL} AS key
    WHERE ${carriers.sql} AND parent_id != ''
    ${twins}
  )
  UNION ALL
  ${climbSql(`SELECT cityHash64(call_rows.id) AS child, cityHash64(parent_id) AS parent FROM call_rows WHERE ${starts.sql} AND parent_id != ''`)}
)`,
    params: { ...starts.params, ...carriers.params },
  };
}

/**
 * SQL of the requests among some calls: those of spans, and the calls of SDKs in traces where spans are among the calls. The
 * engine computes first whether there are any, and reads no trace without them.
 */
export function requestsSql(where: string, reporters: Exclude<Reporters, "none">): string {
  if (reporters === "spans") return requestRowsSql("span", where);
  const spans = `FROM call_rows WHERE ${where} AND ${IS_SPAN_OF_SDK_SQL}`;
  const inTraces = `(SELECT count() > 0 ${spans}) AND trace_id IN (SELECT trace_id ${spans})`;
  return `${requestRowsSql("span", where)} UNION ALL ${requestRowsSql("sdk", `${where} AND ${inTraces}`)}`;
}

/** The step of the recursion: what a call passes on to its own parent. */
export const climbSql = (links: string): string =>
  `SELECT DISTINCT links.parent AS node, above.key AS key, above.depth + 1 AS depth
  FROM (${links}) AS links INNER JOIN above ON links.child = above.node
  WHERE above.depth < ${MAX_TRACE_DEPTH} AND above.key != ${KEYS.twin}`;

/** Returns the conditions that decide which calls take tokens from others. */
export const deciding = (conditions: readonly CallCondition[]): readonly CallCondition[] =>
  conditions.filter(({ isOfSource }) => isOfSource !== true);

/** Includes calls that start within an hour after the end of the range. */
export function withCallsBelow(range: CallCondition): CallCondition {
  return { ...range, sql: range.sql.replace("< {before:DateTime64(6, 'UTC')}", "$& + INTERVAL 1 HOUR") };
}
