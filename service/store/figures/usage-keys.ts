import { REPORTED_BY } from "@/service/store/schema/stored-usage";
import { START_MICROS_SQL } from "./figures-query";

/**
 * SQL of what decides whether a call's tokens count; see docs/adr/0068-every-token-once.md. Each call passes the families of
 * its models, as keys, to all calls above it. Each entry of a call's usage has a key under which it does not count: its own
 * family, {@link KEYS}.any where no usage at all may be below, or {@link KEYS}.twin where another call reports the request.
 */
export const KEYS = { any: 0, twin: 1 } as const;

/** Usage that a call passes to those above it. */
export const PASSED_KEYS_SQL = "arrayDistinct(tokens.family)";

/** Returns SQL of all keys under which usage does not count where it has this one. */
const keysWith = (key: string): string => `if(${key} = ${KEYS.twin}, [${key}], [${key}, toUInt64(${KEYS.any})])`;

/** SQL of `(node, key)` from a table with these columns, of all keys. */
export const nodesWithKeys = (columns: string, table: string): string =>
  `SELECT ${columns}, arrayJoin(${keysWith("key")}) FROM ${table}`;

/** SQL that is 1 where an entry with one of these keys does not count because of this key. */
export const isCoveredSql = (keys: string, key: string): string => `hasAny(${keys}, ${keysWith(key)})`;

/** The key of an entry with these names. */
export const keyOfEntry = (model: string, family: string): string =>
  `multiIf(report.by = ${REPORTED_BY.request}, toUInt64(${KEYS.twin}), report.by = ${REPORTED_BY.sum} OR ${model} = '', toUInt64(${KEYS.any}), ${family})`;

/** The keys of a call's entries. */
export const ENTRY_KEYS_SQL = `arrayDistinct(arrayMap((model, family) -> ${keyOfEntry("model", "family")}, tokens.model, tokens.family))`;

export const IS_REQUEST_SQL = `report.by = ${REPORTED_BY.request}`;

/** More requests than this with the same answer are not compared with each other. */
const MAX_TWINS = 1000;

/** The columns of a request, of which it has one row for its response and one for its answer. */
export const REQUEST_COLUMNS = [
  ...["key", "is_response", "node", "parent", "id", "source", "response", "start", "end", "total"],
] as const;

/** SQL of those columns, from `call_rows`. The key is named `requestKey`, as {@link REQUEST_KEYS_JOIN} joins it. */
export const REQUEST_COLUMNS_SQL = `requestKey.1 AS key, requestKey.2 AS is_response, cityHash64(call_rows.id) AS node,
  if(parent_id = '', 0, cityHash64(parent_id)) AS parent, call_rows.id AS id, report.source AS source, report.response AS response,
  ${START_MICROS_SQL} AS start, greatest(start, ifNull(toUnixTimestamp64Micro(call_rows.ended_at), start)) AS end, arraySum(tokens.prompt) + arraySum(tokens.completion) AS total`;

export const REQUEST_KEYS_JOIN = `ARRAY JOIN arrayFilter(pair -> pair.1 != 0,
  [(report.response, toUInt8(1)), (report.answer, toUInt8(0))]) AS requestKey`;

/** A request that two instrumentations report has two calls of one time; spans of one instrumentation are never one. */
const IS_ONE_SQL = `one.node != other.node AND one.start <= other.end AND other.start <= one.end
    AND (is_response = 1 OR (one.response = 0 OR other.response = 0)
      AND (one.source != other.source OR one.node = other.parent OR other.node = one.parent))`;

/** Of two reports the one with more tokens counts: it has the cached ones. */
const COUNTS_LATER_SQL = "(-one.total, one.source, one.id) > (-other.total, other.source, other.id)";

/**
 * Returns SQL of the requests that do not count because other calls report them too: `node`, and from when to when those
 * started. The order is total, so that of any number of reports one counts.
 *
 * @param requests SQL of rows with {@link REQUEST_COLUMNS}
 * @param scope further columns that such requests share, such as the project
 */
export function twinsSql(requests: string, scope: readonly string[] = []): string {
  const shared = scope.map((column) => `${column}, `).join("");
  const members = REQUEST_COLUMNS.filter((column) => column !== "key" && column !== "is_response").join(", ");
  const typed = `CAST((${members}), 'Tuple(node UInt64, parent UInt64, id String, source String, response UInt64, start Int64, end Int64, total Float64)')`;
  return `SELECT ${shared}one.node AS node, min(other.start) AS first, max(other.start) AS last FROM (
    SELECT ${shared}is_response, groupArray(${typed}) AS members FROM (${requests}) AS requests
    GROUP BY ${shared}key, is_response HAVING count() > 1 AND count() <= ${MAX_TWINS}
  ) ARRAY JOIN members AS one, arrayMap(member -> members, members) AS others ARRAY JOIN others AS other
  WHERE ${IS_ONE_SQL} AND ${COUNTS_LATER_SQL}
  GROUP BY ${shared}node`;
}
