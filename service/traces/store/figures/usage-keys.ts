import { IS_SDK_REQUEST_SQL, REPORTED_BY, SDK_REQUEST_SQL } from "@/service/traces/store/schema/stored-usage";
import { START_MICROS_SQL } from "./figures-query";

/**
 * SQL of what decides whether a call's tokens count; see docs/adr/0068-every-token-once.md. Each call passes the families of
 * its models, as keys, to all calls above it. Each entry of a call's usage has a key under which it does not count: its own
 * family, {@link KEYS}.any where no usage at all may be below, or {@link KEYS}.twin where another call reports the request of
 * a span. A call of an SDK whose request a span reports has its own family as if it were above that span.
 */
export const KEYS = { any: 0, twin: 1 } as const;

/** Usage that a call passes to those above it. */
export const PASSED_KEYS_SQL = "arrayDistinct(model_tokens.family)";

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
export const ENTRY_KEYS_SQL = `arrayDistinct(arrayMap((model, family) -> ${keyOfEntry("model", "family")}, model_tokens.model, model_tokens.family))`;

/** More requests than this with the same answer are not compared with each other. */
const MAX_TWINS = 1000;

/** The columns of a request, of which it has one row for its response and one for its answer. */
export const REQUEST_COLUMNS = [
  ...["key", "is_response", "node", "parent", "id", "source", "response", "start", "end", "total", "covered"],
] as const;

const SPAN_REQUEST = {
  source: "report.source",
  response: "report.response",
  answer: "report.answer",
  covered: String(KEYS.twin),
  isSuch: `report.by = ${REPORTED_BY.request}`,
};

const SDK_REQUEST = { ...SDK_REQUEST_SQL, source: "''", covered: "model_tokens.family[1]", isSuch: IS_SDK_REQUEST_SQL };

/**
 * SQL of some calls with those columns, after others.
 *
 * @param by who reports them: a span, or an SDK whose call may be one request
 */
export function requestRowsSql(by: "span" | "sdk", where: string, columns: readonly string[] = []): string {
  const { source, response, answer, covered, isSuch } = by === "span" ? SPAN_REQUEST : SDK_REQUEST;
  return `SELECT ${columns.map((column) => `${column}, `).join("")}requestKey.1 AS key, requestKey.2 AS is_response,
  cityHash64(call_rows.id) AS node, if(parent_id = '', 0, cityHash64(parent_id)) AS parent, call_rows.id AS id,
  ${source} AS source, ${response} AS response, ${START_MICROS_SQL} AS start,
  greatest(start, ifNull(toUnixTimestamp64Micro(call_rows.ended_at), start)) AS end,
  arraySum(model_tokens.prompt) + arraySum(model_tokens.completion) AS total, toUInt64(${covered}) AS covered
FROM call_rows ARRAY JOIN arrayFilter(pair -> pair.1 != 0,
  [(${response}, toUInt8(1)), (${answer}, toUInt8(0))]) AS requestKey
WHERE ${where} AND ${isSuch}`;
}

/** A request that two instrumentations report has two calls of one time; reports of one instrumentation are never one. */
const IS_ONE_SQL = `one.node != other.node AND one.start <= other.end AND other.start <= one.end
    AND (one.covered = ${KEYS.twin} OR other.covered = ${KEYS.twin})
    AND (is_response = 1 OR (one.response = 0 OR other.response = 0) AND (one.covered != other.covered
      OR one.source != other.source OR one.node = other.parent OR other.node = one.parent))`;

/** A span counts before a call of an SDK; then the report with more tokens does: it has the cached ones. */
const COUNTS_LATER_SQL = `(one.covered != ${KEYS.twin}, -one.total, one.source, one.id) >
    (other.covered != ${KEYS.twin}, -other.total, other.source, other.id)`;

/**
 * Returns SQL of the requests that do not count because other calls report them too: `node`, the `key` under which, and from
 * when to when the others started. The order is total, so that of any number of reports one counts.
 *
 * @param requests SQL of rows with {@link REQUEST_COLUMNS}
 * @param scope further columns that such requests share, such as the project
 */
export function twinsSql(requests: string, scope: readonly string[] = []): string {
  const shared = scope.map((column) => `${column}, `).join("");
  const members = REQUEST_COLUMNS.filter((column) => column !== "key" && column !== "is_response").join(", ");
  const typed = `CAST((${members}), 'Tuple(node UInt64, parent UInt64, id String, source String, response UInt64, start Int64, end Int64, total Float64, covered UInt64)')`;
  return `SELECT ${shared}one.node AS node, one.covered AS key, min(other.start) AS first, max(other.start) AS last FROM (
    SELECT ${shared}is_response, groupArray(${typed}) AS members FROM (${requests}) AS requests
    GROUP BY ${shared}key, is_response HAVING count() > 1 AND count() <= ${MAX_TWINS}
  ) ARRAY JOIN members AS one, arrayMap(member -> members, members) AS others ARRAY JOIN others AS other
  WHERE ${IS_ONE_SQL} AND ${COUNTS_LATER_SQL}
  GROUP BY ${shared}node, one.covered`;
}
