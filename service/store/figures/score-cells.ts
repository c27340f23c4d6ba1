import type { CallCondition } from "@/service/store/calls/call-filter";
import { callsWhereClause } from "@/service/store/calls/call-keys";
import { SqlParams } from "@/service/store/engine/sql-params";
import type { Query, Store } from "@/service/store/engine/store";
import { newestScoresSql } from "@/service/store/scores/score-field";
import { callKeyText } from "./call-groups";
import { bucketStart, type FiguresRange, rangeCondition } from "./figures-query";

export interface ScoredSelection {
  readonly projectId: string;
  readonly conditions: readonly CallCondition[];
  readonly range: FiguresRange;
  /** `score.NAME`, at least one. */
  readonly fields: readonly string[];
  /** What calls are grouped by; null for no groups. */
  readonly by: string | null;
}

/** The scored calls of one bucket and one group. */
export interface ScoreCell {
  /** The position among the requested fields. */
  readonly field: number;
  readonly bucket: number;
  /** Empty for calls without a value. */
  readonly grouped: string;
  readonly calls: number;
  readonly numbers: number;
  readonly total: number;
  readonly least: number | null;
  readonly most: number | null;
  readonly trues: number;
  readonly falses: number;
}

/** The number of calls with a value that is no number, or with a number in a bin. */
export interface ScoreValueRow {
  readonly field: number;
  /** From 0; -1 for values that are no number. */
  readonly bin: number;
  /** JSON text; empty for bins. */
  readonly text: string;
  readonly calls: number;
}

export const BIN_COUNT = 10;
const MAX_VALUES = 20;

/** An object is its members, which are scores of their own, and lists are not values. */
const IS_VALUE = "NOT startsWith(newest, '{') AND NOT startsWith(newest, '[')";
const NUMBER = "if(startsWith(newest, '\"') OR newest IN ('true', 'false'), NULL, toFloat64OrNull(newest))";

/**
 * Returns SQL of the scored calls, as `(field, start, grouped, newest, number)`. The scores are read first: they are few,
 * and only their calls are looked for.
 */
function scoredCalls({ projectId, conditions, range, fields, by }: ScoredSelection): Omit<Query, "signal"> {
  const params = new SqlParams("score_");
  const scored = fields
    .map(
      (field, at) => `SELECT ${at} AS field, subject, newest FROM (${newestScoresSql(field, params, "raw")("call")})`,
    )
    .join("\n  UNION ALL ");
  const where = callsWhereClause(projectId, [...conditions, rangeCondition(range)]);
  const start = bucketStart(range);
  const [keys, key] =
    by === null
      ? ["", "''"]
      : by === "model"
        ? ["LEFT ARRAY JOIN arrayDistinct(arrayMap(entry -> entry.model, usage)) AS ofModel", "ofModel"]
        : ["", callKeyText(by, params).sql];
  return {
    sql: `WITH scored AS (SELECT field, subject, newest FROM (${scored}) WHERE ${IS_VALUE})
SELECT field, start, grouped, newest, ${NUMBER} AS number
FROM (SELECT call_rows.id AS callId, ${start.sql} AS start, ${key} AS grouped FROM call_rows ${keys}
  WHERE ${where.sql} AND call_rows.id IN (SELECT subject FROM scored)) AS found
INNER JOIN scored ON found.callId = scored.subject`,
    params: { ...where.params, ...start.params, ...params.values() },
  };
}

/** Reads the figures of scored calls by bucket and group. */
export async function readScoreCells(store: Store, selection: ScoredSelection, signal: AbortSignal) {
  const { sql, params } = scoredCalls(selection);
  return store.read<ScoreCell>({
    sql: `SELECT field, start AS bucket, grouped, count() AS calls, count(number) AS numbers, ifNull(sum(number), 0) AS total,
  min(number) AS least, max(number) AS most, countIf(newest = 'true') AS trues, countIf(newest = 'false') AS falses
FROM (${sql}) GROUP BY field, start, grouped`,
    ...(params && { params }),
    signal,
  });
}

/**
 * Reads how values are distributed.
 * @param lows the least number of each field, and `highs` the greatest
 */
export async function readScoreValues(
  store: Store,
  selection: ScoredSelection,
  [lows, highs]: readonly [readonly number[], readonly number[]],
  signal: AbortSignal,
) {
  const { sql, params } = scoredCalls({ ...selection, by: null });
  const [low, high] = ["{lows:Array(Float64)}[field + 1]", "{highs:Array(Float64)}[field + 1]"];
  const bin = `if(${high} > ${low}, least(${BIN_COUNT - 1}, toInt32(floor((number - ${low}) / (${high} - ${low}) * ${BIN_COUNT}))), 0)`;
  return store.read<ScoreValueRow>({
    sql: `SELECT field, if(number IS NULL, -1, ifNull(${bin}, 0)) AS bin, if(number IS NULL, newest, '') AS text, count() AS calls
FROM (${sql}) GROUP BY field, bin, text ORDER BY calls DESC, text LIMIT ${MAX_VALUES} BY field, bin >= 0`,
    params: { ...params, lows, highs },
    signal,
  });
}
