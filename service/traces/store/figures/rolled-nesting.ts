import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Query } from "@/service/traces/store/engine/store";
import { microsOf } from "@/service/traces/store/engine/timestamps";
import { ROLLUP_WIDTHS } from "@/service/traces/store/schema/schema-rollups";
import { FORM } from "./call-cells";
import { type FiguresRange, type FiguresRequest, HOUR_MICROS, rangeCondition } from "./figures-query";
import { type RolledReading, unrolledConditions } from "./rolled-cells";
import { unrolledTwinsSql } from "./unrolled-usage";
import { climbSql, deciding, withCallsBelow } from "./usage-ancestors";
import { KEYS, PASSED_KEYS_SQL } from "./usage-keys";

/**
 * SQL that says of the calls which are read beside rollups what their usage is: the trees of finished calls are stored
 * with the rollups, so only the calls that rollups do not contain have to be walked. The figures are those of
 * {@link usageOfAncestors}, as long as {@link nestingQuery} yields no doubt.
 */

type Request = Pick<FiguresRequest, "projectId" | "range">;

type ConditionedRequest = Request & Pick<FiguresRequest, "conditions">;

/** The times in which calls take tokens from those above them. */
function timesBelow({ after, before }: FiguresRange): { readonly from: string; readonly to: string } {
  return {
    from: after === null ? "toInt64(-9e15)" : String(Number(microsOf(after))),
    to: before === null ? "toInt64(9e15)" : String(Number(microsOf(before)) + HOUR_MICROS),
  };
}

const whereOf = ({ projectId, range }: Request, conditions: readonly string[], isBelow: boolean) =>
  conditions.map((sql) => {
    const inRange = rangeCondition(range);
    return callsWhereClause(projectId, [isBelow ? withCallsBelow(inRange) : inRange, { sql, params: {} }]);
  });

/** The conditions of the calls that rollups do not contain at all, wherever they are read. */
const laterConditions = (rolled: RolledReading): string[] =>
  unrolledConditions({ ...rolled, cover: { rolled: [], rows: [] } });

/** Returns a common table with the same columns as that of {@link usageOfAncestors}. */
export function usageOfUnrolledAncestors(request: Request, rolled: RolledReading): Pick<Query, "sql" | "params"> {
  const read = whereOf(request, unrolledConditions(rolled), false);
  const later = whereOf(request, laterConditions(rolled), true);
  const params = Object.assign({}, ...[...read, ...later].map((where) => where.params));
  const nodes = [
    ...read.map(
      ({ sql }) =>
        `SELECT cityHash64(call_rows.id) AS node FROM call_rows WHERE ${sql} AND notEmpty(model_tokens.model)`,
    ),
    ...later.map(
      ({ sql }) => `SELECT cityHash64(call_rows.id) AS node FROM call_rows WHERE ${sql} AND parent_id != ''`,
    ),
  ];
  if (nodes.length === 0) return { sql: "WITH above AS (SELECT toUInt64(0) AS node, toUInt64(0) AS key)", params };
  const { from, to } = timesBelow(request.range);
  const stored = `SELECT node, key, 1 AS depth FROM usage_above
    WHERE project_id = {projectId:String} AND commit_number <= ${rolled.watermark} AND node IN (${nodes.join("\n UNION ALL ")})
    GROUP BY node, key HAVING min(first) >= ${from} AND max(last) < ${to}`;
  if (later.length === 0) return { sql: `WITH above AS (${stored})`, params };
  const carried = later.map(
    ({ sql }) => `SELECT DISTINCT cityHash64(parent_id) AS node, key, 1 AS depth
    FROM call_rows ARRAY JOIN ${PASSED_KEYS_SQL} AS key WHERE ${sql} AND parent_id != ''`,
  );
  const links = later.map(
    ({ sql }) => `SELECT cityHash64(call_rows.id) AS child, cityHash64(parent_id) AS parent
    FROM call_rows WHERE ${sql} AND parent_id != ''`,
  );
  return {
    sql: `WITH RECURSIVE above AS (
  SELECT node, key, depth FROM (${[stored, ...carried].join("\n  UNION ALL ")})
  UNION ALL
  ${climbSql(links.join("\n  UNION ALL "))}
)`,
    params,
  };
}

/** Whether the trees that are stored with the rollups decide what counts in a range; 1 when they may not. */
export interface NestingDoubt {
  readonly isBeyond: 0 | 1;
  readonly isLater: 0 | 1;
  readonly isLeftOut: 0 | 1;
}

/**
 * Returns SQL that yields one `NestingDoubt`. `isBeyond` is set where calls below others started so much later, or so much
 * earlier, that the range decides whether they take tokens. `isLater` is set where a call that rollups do not contain is
 * below one that they contain, and takes tokens from it, or reports a request that another call reports too. `isLeftOut` is set where a call with usage that the conditions
 * leave out has a parent, or a request may be reported by one: it takes tokens in rollups, but would not if only the
 * selected calls were read.
 */
export function nestingQuery(request: ConditionedRequest, rolled: RolledReading): Omit<Query, "signal"> {
  const { from, to } = timesBelow(request.range);
  const { after, before } = request.range;
  const [first, end] = [after, before].map((time) => (time === null ? null : Number(microsOf(time))));
  const starts = [...(first == null ? [] : [`start >= ${first}`]), ...(end == null ? [] : [`start < ${end}`])];
  const outside = `(first < ${from} OR last >= ${to})`;
  const inProject = "project_id = {projectId:String}";
  const beyond = `(SELECT count() > 0 FROM usage_beyond WHERE ${[inProject, ...starts, outside].join(" AND ")})`;
  const later = whereOf(request, laterConditions(rolled), true);
  const values = Object.assign({}, ...request.conditions.map(({ params }) => params));
  const leftOut = leftOutSql(
    request,
    later.map(({ sql }) => sql),
  );
  if (later.length === 0) {
    return {
      sql: `SELECT ${beyond} AS isBeyond, 0 AS isLater, ${leftOut} AS isLeftOut`,
      params: { ...values, projectId: request.projectId },
    };
  }
  const calls = later.map(
    ({ sql }) => `SELECT cityHash64(call_rows.id) AS node, if(parent_id = '', 0, cityHash64(parent_id)) AS parent,
    notEmpty(model_tokens.model) AS hasUsage
  FROM call_rows WHERE ${sql} AND (notEmpty(model_tokens.model) OR parent_id != '')`,
  );
  return {
    sql: `WITH later AS (${calls.join("\n  UNION ALL ")})
SELECT ${beyond} OR (SELECT count() > 0 FROM usage_above WHERE ${inProject} AND node IN (SELECT node FROM later) AND ${outside}) AS isBeyond,
  ${unrolledTwinsSql(later.map(({ sql }) => sql))} OR   (SELECT count() > 0 FROM usage_tree WHERE ${inProject} AND commit_number <= ${rolled.watermark} AND node IN (
    SELECT parent FROM later WHERE parent != 0 AND (hasUsage
      OR node IN (SELECT parent FROM later)
      OR node IN (SELECT node FROM usage_above WHERE ${inProject} AND node IN (SELECT node FROM later))))) AS isLater,
  ${leftOut} AS isLeftOut`,
    params: Object.assign({}, values, ...later.map(({ params }) => params)),
  };
}

/**
 * SQL that is 1 where a call with usage and a parent does not meet the conditions on ops.
 *
 * @param later the conditions of the calls that rollups do not contain
 */
function leftOutSql({ range, conditions: all }: ConditionedRequest, later: readonly string[]): string {
  const conditions = deciding(all);
  if (conditions.length === 0) return "0";
  const isLeftOut = `NOT (${conditions.map(({ sql }) => `(${sql})`).join(" AND ")})`;
  const { from, to } = timesBelow(range);
  const [width = 0] = ROLLUP_WIDTHS;
  const rolled = `SELECT 1 FROM call_rollups WHERE project_id = {projectId:String} AND width = ${width}
    AND start >= intDiv(${from}, 1000000) - ${width} AND start * 1000000 < ${to}
    AND bitAnd(kind, 4) = 0 AND form IN (${FORM.both}, ${FORM.usage}) AND ${isLeftOut}`;
  const calls = later.map(
    (sql) =>
      `SELECT 1 FROM call_rows WHERE ${sql} AND parent_id != '' AND notEmpty(model_tokens.model) AND ${isLeftOut}`,
  );
  const twins = `SELECT 1 FROM usage_above WHERE project_id = {projectId:String} AND key = ${KEYS.twin}`;
  return `(SELECT count() > 0 FROM (${[rolled, ...calls, twins].join("\n  UNION ALL ")}))`;
}
