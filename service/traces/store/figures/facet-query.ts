import { HAS_OWN_USAGE_SQL } from "@/service/traces/store/calls/call-fields";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { THREAD_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Query } from "@/service/traces/store/engine/store";
import { callKeyText } from "./call-groups";

export interface FacetSelection {
  readonly projectId: string;
  readonly conditions: readonly CallCondition[];
  readonly limit: number;
  /** Case-insensitive; null for all values. */
  readonly prefix: string | null;
  /** The values of each thread on their own. */
  readonly isByThread: boolean;
}

/** A value and the number of calls with it; `places` counts all values, including those beyond the limit. */
export interface FacetRow {
  readonly value: string;
  readonly calls: number;
  readonly places: number;
  /** Empty unless values are by thread. */
  readonly thread: string;
}

/** Returns SQL that yields `FacetRow`s, most calls first. */
export function facetQuery(field: string, selection: FacetSelection): Omit<Query, "signal"> {
  if (field === "model") return modelFacet(selection, `AND ${HAS_OWN_USAGE_SQL}`);
  if (field === "model_below") return modelFacet(selection, "");
  if (field === "attributes") return pathFacet(selection);
  const params = new SqlParams("key_");
  const key = callKeyText(field, params);
  const where = callsWhereClause(selection.projectId, selection.conditions);
  return ranked(
    `SELECT ${key.sql} AS found, 1 AS times, ${threadSql(selection)} AS thread FROM call_rows WHERE ${where.sql}`,
    selection,
    {
      ...where.params,
      ...params.values(),
    },
  );
}

/** Calls that have usage of a model, all or some of them. */
function modelFacet(selection: FacetSelection, some: string): Omit<Query, "signal"> {
  const where = callsWhereClause(selection.projectId, selection.conditions);
  const rows = `SELECT entry.model AS found, 1 AS times, ${threadSql(selection)} AS thread FROM call_rows ARRAY JOIN model_tokens AS entry
  WHERE ${where.sql} AND entry.model != '' ${some}`;
  return ranked(rows, selection, where.params);
}

/** Maximum number of calls in which paths are looked for, the newest. */
const MAX_PATH_CALLS = 100_000;

/** Returns the number of selected calls in which paths are looked for. */
export function pathCallsQuery({ projectId, conditions }: FacetSelection): Omit<Query, "signal"> {
  const where = callsWhereClause(projectId, conditions);
  return {
    sql: `SELECT least(count(), ${MAX_PATH_CALLS}) AS calls FROM call_rows WHERE ${where.sql}`,
    params: where.params,
  };
}

const membersOf = (json: string) => `JSONExtractKeysAndValuesRaw(${json})`;

/** False for names without which a path has an empty or a blank part. */
const isAddressed = (name: string) => `NOT match(${name}, '(^|[.])\\\\s*([.]|$)')`;

/** Returns SQL for the members of the objects in `level`, by path. */
const within = (level: string) =>
  `arrayFlatten(arrayMap(outer -> arrayMap(inner -> (concat(outer.1, '.', inner.1), inner.2),
      arrayFilter(inner -> ${isAddressed("inner.1")}, ${membersOf("outer.2")})),
    arrayFilter(entry -> startsWith(entry.2, '{'), ${level})))`;

/** Calls with the same attributes are read once. Paths deeper than four levels are not listed. */
function pathFacet(selection: FacetSelection): Omit<Query, "signal"> {
  const where = callsWhereClause(selection.projectId, selection.conditions);
  const newest = `SELECT if(attributes_search = '', attributes, attributes_search) AS json
    FROM call_rows WHERE ${where.sql} ORDER BY call_rows.started_at DESC, call_rows.id DESC LIMIT ${MAX_PATH_CALLS}`;
  const rows = `SELECT leaf.1 AS found, same AS times, '' AS thread
  FROM (
    SELECT same,
      arrayFilter(entry -> ${isAddressed("entry.1")}, ${membersOf("json")}) AS level1,
      arrayMap(entry -> (concat('attributes.', entry.1), entry.2), level1) AS level2,
      ${within("level2")} AS level3, ${within("level3")} AS level4, ${within("level4")} AS level5,
      arrayConcat(level2, level3, level4, level5) AS levels
    FROM (SELECT json, count() AS same FROM (${newest}) GROUP BY json)
  ) ARRAY JOIN arrayFilter(entry -> NOT startsWith(entry.2, '{') AND entry.2 != 'null', levels) AS leaf`;
  return ranked(rows, selection, where.params);
}

const threadSql = ({ isByThread }: FacetSelection): string => (isByThread ? THREAD_ID_SQL : "''");

function ranked(
  rows: string,
  { limit, prefix, isByThread }: FacetSelection,
  params: NonNullable<Query["params"]>,
): Omit<Query, "signal"> {
  const begins = prefix === null ? "" : " AND startsWith(lowerUTF8(found), lowerUTF8({prefix:String}))";
  return {
    sql: `SELECT thread, found AS value, sum(times) AS calls, count() OVER () AS places
FROM (${rows}) WHERE found != ''${begins}${isByThread ? " AND thread != ''" : ""}
GROUP BY thread, found ORDER BY calls DESC, value LIMIT ${limit}${isByThread ? " BY thread" : ""}`,
    params: { ...params, ...(prefix === null ? {} : { prefix }) },
  };
}
