import { OP_KEY_SQL } from "@/service/traces/store/calls/call-fields";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Query } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { EXCEPTION_LINE_SQL, EXCEPTION_PATTERN_SQL } from "@/service/traces/store/expression/exception-pattern";
import { callKeyText } from "./call-groups";

export interface FailureSelection {
  readonly projectId: string;
  readonly conditions: readonly CallCondition[];
  /** Fields whose values are counted. */
  readonly affected: readonly string[];
  readonly limit: number;
  /** Null where calls are not counted over time. */
  readonly parts: FailureParts | null;
  /** Whether the conditions select what failed otherwise; then there are no exceptions, and one group for each op. */
  readonly isByConditions?: boolean;
}

/** Equal parts of a range, in microseconds since 1970. */
export interface FailureParts {
  readonly count: number;
  readonly fromMicros: bigint;
  readonly toMicros: bigint;
}

/** The selected calls; `values` and `failedValues` count the values of each field. */
export interface FailureTotalsRow {
  readonly calls: number;
  readonly errors: number;
  readonly places: readonly number[];
  readonly failedPlaces: readonly number[];
  /** The earliest start of a failed call; the beginning of time without one. */
  readonly firstFailedAt: EngineTime;
}

/** The failed calls of one op whose exceptions have one pattern; `places` counts all groups, also beyond the limit. */
export interface FailureRow {
  readonly op: string;
  readonly pattern: string;
  readonly message: string;
  readonly calls: number;
  readonly counts: readonly number[];
  readonly firstId: string;
  readonly firstTrace: string;
  readonly firstAt: EngineTime;
  readonly lastId: string;
  readonly lastTrace: string;
  readonly lastAt: EngineTime;
  readonly places: number;
  readonly partCounts: readonly number[];
}

const FAILED_SQL = "call_rows.status = 'error'";

const arrayOf = (items: readonly string[]) =>
  items.length === 0 ? "CAST([], 'Array(UInt64)')" : `[${items.join(", ")}]`;

/** The fields' values of a call as columns `value0`, `value1`, …, each empty where the call has none. */
function valuesOf(affected: readonly string[]) {
  const params = new SqlParams("affected_");
  const columns = affected.map((field, index) => `${callKeyText(field, params).sql} AS value${index}`);
  return { columns, params: params.values() };
}

/** Counts the calls of a group in each part of a range; those outside of it count in none. */
function partCounts(parts: FailureParts | null) {
  const params = new SqlParams("parts_");
  if (parts === null) return { sql: arrayOf([]), params: params.values() };
  const bind = (value: bigint) => params.bind(String(value), "Int64");
  const from = bind(parts.fromMicros);
  const passed = `(toUnixTimestamp64Micro(at) - ${from})`;
  const part = `intDiv(${passed} * ${parts.count}, ${bind(parts.toMicros - parts.fromMicros)})`;
  return {
    sql: `countResampleIf(0, ${parts.count}, 1)(toUInt64(${part}), ${passed} >= 0)`,
    params: params.values(),
  };
}

const counted = (affected: readonly string[], condition = "1") =>
  arrayOf(affected.map((_, index) => `uniqExactIf(value${index}, value${index} != '' AND ${condition})`));

/**
 * Returns SQL that yields one `FailureTotalsRow`.
 * @throws InvalidRequestError for a field that calls cannot be grouped by
 */
export function failureTotalsQuery({
  projectId,
  conditions,
  affected,
}: Omit<FailureSelection, "parts" | "limit">): Omit<Query, "signal"> {
  const where = callsWhereClause(projectId, conditions);
  const values = valuesOf(affected);
  return {
    sql: `SELECT count() AS calls, countIf(is_failed) AS errors, ${counted(affected)} AS places,
  ${counted(affected, "is_failed")} AS failedPlaces, toString(minIf(at, is_failed)) AS firstFailedAt
FROM (SELECT ${[`${FAILED_SQL} AS is_failed, call_rows.started_at AS at`, ...values.columns].join(", ")} FROM call_rows WHERE ${where.sql})`,
    params: { ...where.params, ...values.params },
  };
}

/**
 * Returns SQL that yields `FailureRow`s, most calls first.
 * @throws InvalidRequestError for a field that calls cannot be grouped by
 */
export function failuresQuery(selection: FailureSelection): Omit<Query, "signal"> {
  const { projectId, conditions, affected, limit, isByConditions = false } = selection;
  const where = callsWhereClause(projectId, conditions);
  const values = valuesOf(affected);
  const parts = partCounts(selection.parts);
  const columns = [
    `${OP_KEY_SQL} AS failed_op`,
    `${isByConditions ? "''" : EXCEPTION_LINE_SQL} AS line`,
    `${isByConditions ? "''" : EXCEPTION_PATTERN_SQL} AS pattern`,
    "call_rows.id AS call",
    "call_rows.trace_id AS trace",
    "call_rows.started_at AS at",
    ...values.columns,
  ];
  return {
    sql: `SELECT failed_op AS op, pattern, argMax(line, (at, call)) AS message, count() AS calls,
  ${counted(affected)} AS counts,
  argMin(call, (at, call)) AS firstId, argMin(trace, (at, call)) AS firstTrace, toString(min(at)) AS firstAt,
  argMax(call, (at, call)) AS lastId, argMax(trace, (at, call)) AS lastTrace, toString(max(at)) AS lastAt,
  count() OVER () AS places, ${parts.sql} AS partCounts
FROM (SELECT ${columns.join(", ")} FROM call_rows WHERE ${where.sql}
  AND ${isByConditions ? "1" : FAILED_SQL})
GROUP BY op, pattern ORDER BY calls DESC, op, pattern LIMIT ${limit}`,
    params: { ...where.params, ...values.params, ...parts.params },
  };
}
