import type { CallCondition } from "@/service/store/calls/call-filter";
import { callsWhereClause } from "@/service/store/calls/call-keys";
import type { Query } from "@/service/store/engine/store";
import type { EngineTime } from "@/service/store/engine/timestamps";
import type { CallKeyText } from "./call-groups";

/** Microseconds since 1970. */
export type Micros = number;

export interface FiguresRange {
  /** Null for all. */
  readonly after: EngineTime | null;
  readonly before: EngineTime | null;
  /** The starts of the buckets, in order, from the beginning of the range or before it. */
  readonly buckets: readonly Micros[];
}

export interface FiguresGroup {
  readonly key: CallKeyText;
  /** Maximum number of values; the rest, those with the fewest calls, are combined in one row. */
  readonly limit: number;
  readonly hasBuckets: boolean;
}

export interface FiguresRequest {
  readonly projectId: string;
  readonly conditions: readonly CallCondition[];
  readonly range: FiguresRange;
  /** `params` of the groups' keys. */
  readonly keyParams: NonNullable<Query["params"]>;
}

/** The figures of a set of calls, without tokens. */
export interface CallSums {
  readonly calls: number;
  readonly roots: number;
  readonly errors: number;
  readonly descendantErrors: number;
  readonly running: number;
  readonly finished: number;
  /** Milliseconds: p50, p90, p99. They are meaningless for several values combined. */
  readonly quantiles: readonly number[];
  readonly latencySum: number;
  readonly latencyMax: number | null;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly attributeBytes: number;
  readonly summaryBytes: number;
}

/** One set of calls. `groupAt` -1 means all values, `bucket` null all times. */
export interface FiguresRow extends CallSums {
  readonly groupAt: number;
  readonly bucket: Micros | null;
  /** By calls, from 1; the values beyond the limit are combined in one row whose `isShown` is 0. */
  readonly value: string;
  readonly isShown: 0 | 1;
  readonly valueCount: number;
}

/** Columns of a call that `CALL_SUMS_SQL` sums. The names differ from the table's columns, which conditions may use. */
export const SUMMED_COLUMNS_SQL = `parent_id = '' AS isRoot, status AS state,
    latency_ms AS latency,
    inputs_size AS inputSize, output_size AS outputSize, attributes_size AS attributeSize, summary_size AS summarySize`;

export const CALL_SUMS_SQL = `count() AS calls, countIf(isRoot) AS roots, countIf(state = 'error') AS errors,
    countIf(state = 'descendant_error') AS descendantErrors, countIf(state = 'running') AS running,
    count(latency) AS finished, quantilesExactInclusive(0.5, 0.9, 0.99)(latency) AS quantiles,
    sum(latency) AS latencySum, max(latency) AS latencyMax,
    sum(inputSize) AS inputBytes, sum(outputSize) AS outputBytes, sum(attributeSize) AS attributeBytes,
    sum(summarySize) AS summaryBytes`;

const added = [
  ...["calls", "roots", "errors", "descendantErrors", "running", "finished", "latencySum"],
  ...["inputBytes", "outputBytes", "attributeBytes", "summaryBytes"],
];

export const BUCKET_START_SQL = "roundDown(toUnixTimestamp64Micro(call_rows.started_at), {buckets:Array(Int64)})";

/**
 * Returns SQL for the figures of all calls, of each bucket, and of the values of each group, in one pass. Yields
 * `FiguresRow`s, the values of each group by most calls first.
 */
export function figuresQuery(request: FiguresRequest, groups: readonly FiguresGroup[]): Omit<Query, "signal"> {
  const { projectId, conditions, range, keyParams } = request;
  const keys = groups.map(({ key }) => key);
  const where = callsWhereClause(projectId, [...conditions, rangeCondition(range)]);
  const sets = groups.flatMap(({ hasBuckets: withBuckets }, at) => [
    `(key${at})`,
    ...(withBuckets ? [`(key${at}, start)`] : []),
  ]);
  const whichGroup = keys.map((_, at) => `grouping(key${at}) = 0, ${at}, `).join("");
  const whichValue = keys.map((_, at) => `grouping(key${at}) = 0, key${at}, `).join("");
  const counted = `SELECT toInt64(${keys.length > 0 ? `multiIf(${whichGroup}-1)` : "-1"}) AS groupAt,
    ${keys.length > 0 ? `multiIf(${whichValue}'')` : "''"} AS found,
    if(grouping(start) = 0, start, NULL) AS bucket,
    ${CALL_SUMS_SQL}
  FROM (
    SELECT ${keys.map(({ sql }, at) => `${sql} AS key${at}, `).join("")}${BUCKET_START_SQL} AS start, ${SUMMED_COLUMNS_SQL}
    FROM call_rows WHERE ${where.sql}
  )
  GROUP BY GROUPING SETS (${["()", "(start)", ...sets].join(", ")})`;
  return {
    sql: withinLimits(counted),
    params: {
      ...where.params,
      ...keyParams,
      buckets: range.buckets,
      groupsAt: groups.map((_, at) => at),
      limits: groups.map(({ limit }) => limit),
    },
  };
}

/** The calls of one bucket by status. */
export interface HistogramRow {
  readonly bucket: Micros;
  readonly calls: number;
  readonly errors: number;
  readonly descendantErrors: number;
  readonly running: number;
}

/**
 * Returns SQL for only what a histogram shows, from two columns. Yields `HistogramRow`s of the non-empty
 * buckets.
 */
export function histogramQuery({
  projectId,
  conditions,
  range,
}: Omit<FiguresRequest, "keyParams">): Omit<Query, "signal"> {
  const where = callsWhereClause(projectId, [...conditions, rangeCondition(range)]);
  return {
    sql: `SELECT start AS bucket, count() AS calls, countIf(state = 'error') AS errors,
  countIf(state = 'descendant_error') AS descendantErrors, countIf(state = 'running') AS running
FROM (SELECT ${BUCKET_START_SQL} AS start, status AS state FROM call_rows WHERE ${where.sql})
GROUP BY start`,
    params: { ...where.params, buckets: range.buckets },
  };
}

/** Ranks the values of each group by number of calls, and combines those beyond the limit. */
function withinLimits(counted: string): string {
  const sums = added.map((name) => `sum(ranked.${name}) AS ${name}`).join(", ");
  return `SELECT groupAt, bucket, isShown, if(isShown, found, '') AS value, any(found_count) AS valueCount,
  ${sums}, max(ranked.latencyMax) AS latencyMax, any(ranked.quantiles) AS quantiles
FROM (
  SELECT *, countIf(isNull(bucket)) OVER (PARTITION BY groupAt) AS found_count,
    dense_rank() OVER (PARTITION BY groupAt ORDER BY whole DESC, found)
      <= transform(groupAt, {groupsAt:Array(Int64)}, {limits:Array(Int64)}, 1) AS isShown
  FROM (SELECT *, sumIf(calls, isNull(bucket)) OVER (PARTITION BY groupAt, found) AS whole FROM (${counted}))
) AS ranked
GROUP BY groupAt, bucket, isShown, value
ORDER BY groupAt, isShown DESC, any(whole) DESC, value, bucket`;
}

/** Inclusive start, exclusive end: adjoining ranges share no call. */
export function rangeCondition({ after, before }: Pick<FiguresRange, "after" | "before">): CallCondition {
  const bounds = [
    ...(after === null ? [] : ["call_rows.started_at >= {after:DateTime64(6, 'UTC')}"]),
    ...(before === null ? [] : ["call_rows.started_at < {before:DateTime64(6, 'UTC')}"]),
  ];
  return {
    sql: bounds.length > 0 ? bounds.join(" AND ") : "1",
    params: { ...(after === null ? {} : { after }), ...(before === null ? {} : { before }) },
  };
}
