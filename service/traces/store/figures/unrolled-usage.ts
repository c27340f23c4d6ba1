import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Query } from "@/service/traces/store/engine/store";
import { LINK_ROLES } from "@/service/traces/store/schema/schema-rollups";
import { IS_SDK_REQUEST_SQL, IS_SPAN_OF_SDK_SQL } from "@/service/traces/store/schema/stored-usage";
import { type RolledReading, unrolledConditions } from "./rolled-cells";
import { REQUEST_COLUMNS, requestRowsSql, twinsSql } from "./usage-keys";

/** The usage of the calls that rollups do not contain yet. */
export interface UnrolledUsage {
  /** Whether one of them has usage and a call below it, is below a call with usage, or reports a request twice. */
  readonly isNested: 0 | 1;
  readonly names: readonly string[];
  readonly hashes: readonly string[];
}

const IN_PROJECT = "project_id = {projectId:String}";

/** SQL of the traces of some calls, by their hashes. */
const tracesSql = (wheres: readonly string[], condition: string): string =>
  wheres
    .map((where) => `SELECT sipHash64(trace_id) AS trace FROM call_rows WHERE ${where} AND ${condition}`)
    .join("\n  UNION ALL ");

/**
 * SQL that is 1 where one of these calls and another one, of them or in rollups, report one request. It is also 1 where a
 * request of a span is the first one in a trace of an SDK: rollups do not have the calls of such a trace as requests.
 *
 * @param wheres the conditions of calls that rollups do not contain
 */
export function unrolledTwinsSql(wheres: readonly string[]): string {
  const known = `SELECT trace FROM sdk_traces WHERE ${IN_PROJECT} AND trace IN (${tracesSql(wheres, IS_SDK_REQUEST_SQL)})`;
  const ofSpans = tracesSql(wheres, IS_SPAN_OF_SDK_SQL);
  const inKnown = (where: string) => `${where} AND sipHash64(trace_id) IN (${known})`;
  const rows = wheres.flatMap((where) => [requestRowsSql("span", where), requestRowsSql("sdk", inKnown(where))]);
  const later = rows.join("\n  UNION ALL ");
  const columns = REQUEST_COLUMNS.join(", ");
  const rolled = `SELECT ${columns} FROM usage_requests
    WHERE ${IN_PROJECT} AND key IN (SELECT key FROM (${later}))`;
  const isFirst = `(SELECT count() > 0 FROM (${ofSpans})
    WHERE trace NOT IN (SELECT trace FROM sdk_traces WHERE ${IN_PROJECT} AND trace IN (${ofSpans})))`;
  return `(${isFirst} OR (SELECT count() > 0 FROM (${twinsSql(`SELECT ${columns} FROM (${later}) UNION ALL ${rolled}`)})))`;
}

/**
 * Returns SQL that yields one `UnrolledUsage` of a project; null when rollups contain all its calls. Running calls count
 * as calls below others, also those in other ranges.
 */
export function unrolledUsageQuery(projectId: string, rolled: RolledReading): Omit<Query, "signal"> | null {
  const later: RolledReading = { ...rolled, cover: { rolled: [], rows: [] } };
  const wheres = unrolledConditions(later).map((sql) => callsWhereClause(projectId, [{ sql, params: {} }]));
  if (wheres.length === 0) return null;
  const calls = wheres.map(
    ({
      sql,
    }) => `SELECT cityHash64(call_rows.id) AS node, if(parent_id = '', 0, cityHash64(parent_id)) AS parent, model_tokens.model AS models
  FROM call_rows WHERE ${sql} AND (notEmpty(model_tokens.model) OR parent_id != '')`,
  );
  const linked = (role: number, nodes: string) => `(SELECT count() > 0 FROM call_links
    WHERE project_id = {projectId:String} AND role = ${role} AND node IN (${nodes}))`;
  const { hasUsage, isParent } = LINK_ROLES;
  return {
    sql: `WITH later AS (${calls.join("\n  UNION ALL ")}),
  parents AS (SELECT DISTINCT parent FROM later WHERE parent != 0),
  users AS (SELECT DISTINCT node FROM later WHERE notEmpty(models))
SELECT ${linked(hasUsage, "SELECT parent FROM parents")} OR ${linked(isParent, "SELECT node FROM users")}
    OR (SELECT count() > 0 FROM users WHERE node IN (SELECT parent FROM parents))
    OR ${unrolledTwinsSql(wheres.map(({ sql }) => sql))} AS isNested,
  groupArray(name) AS names, arrayMap(model -> toString(sipHash64(model)), names) AS hashes
FROM (SELECT DISTINCT arrayJoin(models) AS name FROM later)`,
    params: Object.assign({}, ...wheres.map(({ params }) => params)),
  };
}
