import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Query } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";

/** Microseconds since 1970. */
export type Micros = number;

export const HOUR_MICROS = 3_600_000_000;

export interface FiguresRange {
  /** Null for all. */
  readonly after: EngineTime | null;
  readonly before: EngineTime | null;
  /** The starts of the buckets, in order, from the beginning of the range or before it. */
  readonly buckets: readonly Micros[];
}

export interface FiguresRequest {
  readonly projectId: string;
  readonly conditions: readonly CallCondition[];
  readonly range: FiguresRange;
  /** `params` of the groups' keys. */
  readonly keyParams: NonNullable<Query["params"]>;
}

export const START_MICROS_SQL = "toUnixTimestamp64Micro(call_rows.started_at)";

/**
 * SQL for the start of a call's bucket. Where all buckets have the same width, as they do unless a clock is changed, one
 * division takes a third of the time of a search.
 *
 * @param micros SQL of the time that is in the bucket
 */
export function bucketStart(
  { buckets }: Pick<FiguresRange, "buckets">,
  micros = START_MICROS_SQL,
): {
  readonly sql: string;
  readonly params: NonNullable<Query["params"]>;
} {
  const [first = 0, second = first + 1] = buckets;
  const width = second - first;
  if (!buckets.every((start, at) => start === first + at * width)) {
    return { sql: `roundDown(${micros}, {buckets:Array(Int64)})`, params: { buckets } };
  }
  return {
    sql: `{firstBucket:Int64} + {bucketWidth:Int64} * least(intDiv(${micros} - {firstBucket:Int64}, {bucketWidth:Int64}), {lastBucket:Int64})`,
    params: { firstBucket: first, bucketWidth: width, lastBucket: buckets.length - 1 },
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
  const start = bucketStart(range);
  return {
    sql: `SELECT start AS bucket, count() AS calls, countIf(state = 'error') AS errors,
  countIf(state = 'descendant_error') AS descendantErrors, countIf(state = 'running') AS running
FROM (SELECT ${start.sql} AS start, status AS state FROM call_rows WHERE ${where.sql})
GROUP BY start`,
    params: { ...where.params, ...start.params },
  };
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
