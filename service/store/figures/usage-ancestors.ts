import type { CallCondition } from "@/service/store/calls/call-filter";
import { callsWhereClause } from "@/service/store/calls/call-keys";
import type { Query } from "@/service/store/engine/store";
import { type FiguresRequest, rangeCondition } from "./figures-query";

/**
 * SQL that counts each token once. SDKs add a call's usage to that of every call above it, OpenTelemetry spans carry
 * their own, and some frameworks report a total on an agent and its parts on calls below it. So a call's usage of a
 * model does not count where a selected call below it, at any depth, has usage of the same model: tokens count at the
 * deepest call.
 *
 * Only selected calls take tokens from those above them, so that a selection of roots shows their totals where they
 * have them. A time range does not select: a call that starts within an hour after its end still takes its tokens, so
 * that the figures of adjoining ranges add up.
 */

/** Maximum depth of a tree; it also ends the walk when parents form a cycle. */
export const MAX_TRACE_DEPTH = 64;

/** The models of a call's usage, as hashes. */
export const MODEL_HASHES_SQL = "arrayMap(model -> sipHash64(model), tokens.model)";

/**
 * Returns a common table of the calls above each call with usage: `above (node, model)`, as hashes, which take less
 * time than texts.
 */
export function usageOfAncestors({
  projectId,
  conditions,
  range,
}: Pick<FiguresRequest, "projectId" | "conditions" | "range">): Pick<Query, "sql" | "params"> {
  const inRange = withCallsBelow(rangeCondition(range));
  const carriers = callsWhereClause(projectId, [...conditions, inRange]);
  const starts = callsWhereClause(projectId, [inRange]);
  return {
    sql: `WITH RECURSIVE above AS (
  SELECT DISTINCT cityHash64(parent_id) AS node, modelHash AS model, 1 AS depth
  FROM call_rows ARRAY JOIN ${MODEL_HASHES_SQL} AS modelHash
  WHERE ${carriers.sql} AND parent_id != ''
  UNION ALL
  SELECT DISTINCT links.parent AS node, above.model AS model, above.depth + 1 AS depth
  FROM (SELECT cityHash64(call_rows.id) AS child, cityHash64(parent_id) AS parent FROM call_rows WHERE ${starts.sql} AND parent_id != '') AS links
  INNER JOIN above ON links.child = above.node
  WHERE above.depth < ${MAX_TRACE_DEPTH}
)`,
    params: { ...starts.params, ...carriers.params },
  };
}

/** Includes calls that start within an hour after the end of the range. */
export function withCallsBelow(range: CallCondition): CallCondition {
  return { ...range, sql: range.sql.replace("< {before:DateTime64(6, 'UTC')}", "$& + INTERVAL 1 HOUR") };
}
