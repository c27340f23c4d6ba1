import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import { newestScoresSql } from "@/service/traces/store/scores/score-field";
import { callKeyText } from "./call-groups";
import { bucketStart, type FiguresRange, rangeCondition } from "./figures-query";

export interface ScoredSelection {
  readonly projectId: string;
  readonly conditions: readonly CallCondition[];
  readonly range: FiguresRange;
  /** `score.NAME`, at least one. */
  readonly fields: readonly string[];
  /** The field that calls are grouped by; null for no groups. */
  readonly by: string | null;
}

/** The scored calls of one bucket: all of them, or those of one group. */
interface CellRow {
  readonly isCell: 1;
  readonly isTotal: 0 | 1;
  readonly bucket: number;
  /** Empty for calls without a value. */
  readonly grouped: string;
}

/** The calls whose value is a text or a boolean, or a number in a bin. */
interface ValueRow {
  readonly isCell: 0;
  /** From 0; -1 for values that are no number. */
  readonly bin: number;
  /** JSON text; empty for bins. */
  readonly text: string;
}

interface Counted {
  /** The position among the requested fields. */
  readonly field: number;
  readonly calls: number;
  readonly numbers: number;
  readonly total: number;
  /** The sum of the squares of the numbers. */
  readonly squares: number;
  readonly least: number | null;
  readonly most: number | null;
  readonly trues: number;
  readonly falses: number;
}

export type ScoreCell = Counted & CellRow;
export type ScoreValueRow = Counted & ValueRow;

export const BIN_COUNT = 10;
const MAX_VALUES = 20;
/** Longer texts are reasons and the like, not values to count. */
const MAX_VALUE_LENGTH = 100;

/** An object is its members, which are scores of their own, and lists are not values. */
const IS_VALUE = "NOT startsWith(newest, '{') AND NOT startsWith(newest, '[')";
const NUMBER = "if(startsWith(newest, '\"') OR newest IN ('true', 'false'), NULL, toFloat64OrNull(newest))";

/** Returns SQL of the groups of a call, as a list: a call counts under each of its models. */
export function groupsSql(by: string | null, params: SqlParams): string {
  if (by === null) return "emptyArrayString()";
  if (by === "model")
    return "if(empty(model_tokens), [''], arrayDistinct(arrayMap(entry -> entry.model, model_tokens)))";
  return `[${callKeyText(by, params).sql}]`;
}

/**
 * Reads the figures of scored calls by bucket and group, and how their values are distributed, in one pass: the scores are
 * the dear part of it.
 */
export async function readScoreCells(
  store: Store,
  { projectId, conditions, range, fields, by }: ScoredSelection,
  signal: AbortSignal,
): Promise<{ readonly cells: readonly ScoreCell[]; readonly values: readonly ScoreValueRow[] }> {
  const params = new SqlParams("score_");
  const scored = fields
    .map(
      (field, at) => `SELECT ${at} AS field, subject, newest FROM (${newestScoresSql(field, params, "raw")("call")})`,
    )
    .join("\n  UNION ALL ");
  const where = callsWhereClause(projectId, [...conditions, rangeCondition(range)]);
  const start = bucketStart(range);
  const groups = groupsSql(by, params);
  const bin = `if(isNull(number), -1, if(high > low, least(${BIN_COUNT - 1}, toInt32(floor((number - low) / (high - low) * ${BIN_COUNT}))), 0))`;
  const rows = await store.read<ScoreCell | ScoreValueRow>({
    sql: `SELECT field, 1 - grouping(start) AS isCell, start AS bucket, isTotal, grouped, bin, text,
  count() AS calls, count(number) AS numbers, ifNull(sum(number), 0) AS total,
  ifNull(sum(number * number), 0) AS squares, min(number) AS least, max(number) AS most,
  countIf(newest = 'true') AS trues, countIf(newest = 'false') AS falses
FROM (
  SELECT field, start, newest, number, bin, text, tupleElement(part, 1) AS isTotal, tupleElement(part, 2) AS grouped
  FROM (SELECT field, start, newest, number, ifNull(${bin}, 0) AS bin,
    if(isNotNull(number) OR lengthUTF8(newest) > ${MAX_VALUE_LENGTH}, '', newest) AS text,
    arrayJoin(arrayConcat([(1, '')], arrayMap(name -> (0, name), groups))) AS part
  FROM (
    SELECT field, start, groups, newest, number,
      min(number) OVER (PARTITION BY field) AS low, max(number) OVER (PARTITION BY field) AS high
    FROM (
      SELECT scored.field AS field, found.start AS start, found.groups AS groups, scored.newest AS newest, ${NUMBER} AS number
      FROM (SELECT call_rows.id AS callId, ${start.sql} AS start, ${groups} AS groups FROM call_rows WHERE ${where.sql}) AS found
      INNER JOIN (SELECT field, subject, newest FROM (${scored}) WHERE ${IS_VALUE}) AS scored ON found.callId = scored.subject))))
GROUP BY GROUPING SETS ((field, start, isTotal, grouped), (field, isTotal, bin, text))
HAVING isCell = 1 OR isTotal = 1
ORDER BY calls DESC, text LIMIT ${MAX_VALUES} BY field, isCell, isTotal, bucket, grouped, bin >= 0`,
    params: { ...where.params, ...start.params, ...params.values() },
    signal,
  });
  return {
    cells: rows.filter((row): row is ScoreCell => row.isCell === 1),
    values: rows.filter((row): row is ScoreValueRow => row.isCell === 0),
  };
}
