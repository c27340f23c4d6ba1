import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { type EngineTime, engineTimeOf } from "@/service/traces/store/engine/timestamps";
import type { PriceBoundaries } from "@/service/traces/store/prices/default-price";
import { INPUT_LENGTHS } from "@/service/traces/store/schema/schema-rollups";
import { BYTES, STATUSES, TOKEN_NAMES } from "./call-cells";
import { bucketStart, type FiguresRange } from "./figures-query";
import type { RollupCover, TimeSpan } from "./rollup-cover";

/** How a range is read from rollups: at one moment, since both numbers change. */
export interface RolledReading {
  readonly cover: RollupCover;
  /** The rollups contain the finished calls up to this commit. */
  readonly watermark: number;
  /** The finished calls of later commits started at this time or later; null when there are none. */
  readonly since: EngineTime | null;
  /** Whether calls may be running. */
  readonly hasOpenCalls: boolean;
  /** Whether traces may be without their root. */
  readonly hasTops: boolean;
}

/** SQL of a time of the service's own. */
const timeSql = (time: EngineTime): string => `toDateTime64('${time}', 6, 'UTC')`;

const withinSql = (column: string, { from, to }: TimeSpan): string =>
  `(${column} >= ${timeSql(engineTimeOf(from))} AND ${column} < ${timeSql(engineTimeOf(to))})`;

/**
 * Returns the conditions of the calls that rollups do not contain, one for each reading of `call_rows`. Running calls
 * are in partitions of their own, so the engine finds them without an index.
 */
export function unrolledConditions({ cover, watermark, since, hasOpenCalls }: RolledReading): string[] {
  const later =
    since === null ? [] : [`(call_rows.commit_number > ${watermark} AND call_rows.started_at >= ${timeSql(since)})`];
  const apart = cover.rows.map((span) => withinSql("call_rows.started_at", span));
  const earlier = apart.length === 0 ? [] : [`(call_rows.commit_number <= ${watermark} AND (${apart.join(" OR ")}))`];
  const finished = [...later, ...earlier].join(" OR ");
  return [
    ...(hasOpenCalls ? ["call_rows.generation > 0"] : []),
    ...(finished === "" ? [] : [`call_rows.generation = 0 AND (${finished})`]),
  ];
}

/** Returns the condition of the calls in rollups that are the top of a trace whose root has not come. */
export function rolledTops({ cover, watermark }: RolledReading): string {
  const spans = cover.rolled.map((span) => withinSql("call_rows.started_at", span));
  const ids = "SELECT id FROM call_tops FINAL WHERE project_id = {projectId:String} AND is_top = 1";
  return `call_rows.generation = 0 AND call_rows.commit_number <= ${watermark} AND call_rows.parent_id != ''
  AND (${spans.length === 0 ? "0" : spans.join(" OR ")}) AND (call_rows.started_at, call_rows.id) IN (
    SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND id IN (${ids}))`;
}

/** True when the prices between these lengths can be told from the rollups. */
export const areLengthsRolled = ({ inputTokens }: PriceBoundaries): boolean =>
  inputTokens.every((length) => INPUT_LENGTHS.includes(length));

interface RolledCells {
  /** SQL of the key's text; null for none. */
  readonly key: string | null;
  readonly hasBuckets: boolean;
  readonly range: FiguresRange;
  readonly boundaries: PriceBoundaries;
  readonly cover: RollupCover;
  /** Conditions on ops and sources, whose parameters the query has. */
  readonly conditions: readonly CallCondition[];
}

/** As in rows of calls; one start and one input stand for all that have the same price. */
function priceSql({ datesMs, secondsOfDay, inputTokens }: PriceBoundaries): string {
  const passed = (changes: readonly number[], name: string, condition: string) =>
    changes.length === 0 ? "0" : `arrayCount(change -> ${condition}, {${name}:Array(Float64)})`;
  const dates = passed(datesMs, "priceDates", "change <= spanStart * 1000000");
  const times = passed(secondsOfDay, "priceTimes", "change <= spanStart % 86400");
  const classes = inputTokens.map((length) => INPUT_LENGTHS.indexOf(length));
  const lengths = classes.length === 0 ? "0" : classes.map((at) => `(input_class > ${at})`).join(" + ");
  return `toUInt32(${dates} * 1000000 + ${times} * 1000 + ${lengths})`;
}

/** Returns SQL of cells with the members of those of calls, in this order. `newest` is the commit of the newest call. */
export function rolledCells({ key, hasBuckets, range, boundaries, cover, conditions }: RolledCells): string {
  const keyed = key === null ? "" : `toUInt64(sipHash64(${key})) AS keyHash, toString(${key}) AS keyText, `;
  const sums = [...Object.keys(BYTES).map((member) => `toFloat64(${member}_size)`), ...TOKEN_NAMES];
  const spans = cover.rolled.map(
    ({ width, from, to }) => `(width = ${width} AND start >= ${from / 1e6} AND start < ${to / 1e6})`,
  );
  const input = `arrayElement([0, ${INPUT_LENGTHS.map((length) => length + 0.5).join(", ")}], input_class + 1)`;
  return `SELECT ${keyed}toInt64(${hasBuckets ? bucketStart(range, "(spanStart * 1000000)").sql : "0"}) AS start, kind, form,
    if(form = 0, 0, sipHash64(model)) AS modelKey, ${priceSql(boundaries)} AS price,
    calls, latency_sum AS latencySum, latency_max AS latencyMax, latencies, [${sums.join(", ")}] AS sums,
    spanStart * 1000000 AS sampleStart, toFloat64(${boundaries.inputTokens.length > 0 ? input : "0"}) AS sampleInput,
    commit_number AS newest
  FROM (
    SELECT *, start AS spanStart, arrayElement([${STATUSES.map((status) => `'${status}'`).join(", ")}], bitAnd(kind, 3) + 1) AS status
    FROM call_rollups WHERE project_id = {projectId:String} AND (${spans.length === 0 ? "0" : spans.join(" OR ")})${conditions.map(({ sql }) => ` AND (${sql})`).join("")}
  )`;
}
