import type { CallFigures, CallGroupValue } from "@/lib/api/contract/calls/call-stats";
import type { ScoreFigures } from "@/lib/api/contract/calls/score-figures";
import type { Measure } from "@/lib/api/contract/measures/measures";
import { tQuantile } from "@/lib/evaluation/statistics/distributions";
import { type Interval, MIN_INTERVAL_EXAMPLES, wilsonInterval } from "@/lib/evaluation/statistics/intervals";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { callConditionsOf } from "@/service/traces/calls/call-selection";
import { countCalls } from "@/service/traces/calls/count-calls";
import { type FiguresSpan, spanOf } from "@/service/traces/calls/figures-range";
import { scoreOfCells } from "@/service/traces/feedback/score-figures";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import { callKeyText } from "@/service/traces/store/figures/call-groups";
import { readScoreCells } from "@/service/traces/store/figures/score-cells";
import type { Seconds } from "@/service/traces/store/figures/time-buckets";
import { type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import { isScoreField } from "@/service/traces/store/scores/score-source";
import type { SharedReadings } from "./shared-readings";

export interface MeasureReader extends Pick<HandlerContext, "calls" | "store" | "signal" | "rollups"> {
  /** Readings of one look, by what they read; without it, each measure is read by itself. */
  readonly readings?: SharedReadings;
}

/** A window of a measure. The value is null where there is none. */
export interface Point {
  readonly startS: Seconds;
  readonly value: number | null;
  /** The interval of a share or a mean. */
  readonly low: number | null;
  readonly high: number | null;
  readonly calls: number;
}

/** Windows of a measure in order, without gaps, by the JSON text of the group: `null` without groups. */
export type PointsOfGroups = ReadonlyMap<string, readonly Point[]>;

/** The key of all calls. */
export const ALL_CALLS = "null";

/** Groups with the most calls are watched. */
const MAX_GROUPS = 50;

/** Intervals are as wide as three standard errors: a watch looks hundreds of times a day. */
const WATCH_Z = 3;

/** True of figures that are 0 without calls. */
export const isSum = ({ figure }: Measure): boolean =>
  figure === "calls" || figure === "tokens" || figure === "cost_usd";

/** True of figures that are compared with their interval. */
export const hasInterval = ({ figure }: Measure): boolean => figure === "error_share" || figure === "score";

type GroupBucket = Pick<
  NonNullable<CallGroupValue["buckets"]>[number],
  "call_count" | "error_count" | "total_tokens" | "cost_usd"
>;
type Valued = Omit<Point, "startS">;

const NOTHING: Valued = { value: null, low: null, high: null, calls: 0 };

const exactly = (value: number | null, calls: number): Valued => ({ ...NOTHING, value, calls });

const within = (value: number, { low, high }: Interval, calls: number): Valued => ({ value, low, high, calls });

/** Returns a share with its interval. */
export function valueOfShare(part: number, calls: number): Valued {
  return calls === 0 ? NOTHING : within(part / calls, wilsonInterval(part, calls, WATCH_Z), calls);
}

/** Cost without a price is not known, which is not 0. */
function spent(value: number | null, calls: number): Valued {
  return exactly(calls === 0 ? 0 : value, calls);
}

function latencyAt(quantile: "p50" | "p90" | "p99", bucket: CallFigures): Valued {
  return exactly(bucket.latency_ms?.[quantile] ?? null, bucket.call_count - bucket.running_count);
}

function valueOfCalls({ figure }: Measure, bucket: CallFigures): Valued {
  if (figure === "latency_p50") return latencyAt("p50", bucket);
  if (figure === "latency_p90") return latencyAt("p90", bucket);
  if (figure === "latency_p99") return latencyAt("p99", bucket);
  const { call_count, error_count, cost_usd, usage } = bucket;
  return valueOfGroup(figure, { call_count, error_count, cost_usd, total_tokens: usage.total_tokens });
}

function valueOfGroup(figure: Measure["figure"], bucket: GroupBucket): Valued {
  const { call_count: calls } = bucket;
  if (figure === "error_share") return valueOfShare(bucket.error_count, calls);
  if (figure === "tokens") return exactly(bucket.total_tokens, calls);
  return figure === "cost_usd" ? spent(bucket.cost_usd, calls) : exactly(calls, calls);
}

/** The mean of numbers, or the share of true. */
export function valueOfScore(figures: ScoreFigures): Valued {
  const { number_count: count, mean } = figures;
  if (count === 0 || mean === null) return valueOfShare(figures.true_count, figures.true_count + figures.false_count);
  if (count < MIN_INTERVAL_EXAMPLES) return exactly(mean, count);
  const { min, max, deviation = null } = figures;
  // Of equal numbers the deviation is 0, however few they are; between 0 and 1 a share is at least as uncertain.
  if (min === max && min !== null && min >= 0 && min <= 1)
    return within(mean, wilsonInterval(mean * count, count, WATCH_Z), count);
  const half = (tQuantile(count - 1, WATCH_Z) * (deviation ?? 0)) / Math.sqrt(count);
  return within(mean, { low: mean - half, high: mean + half }, count);
}

interface Selection {
  readonly context: MeasureReader;
  readonly projectId: string;
  readonly measure: Measure;
  readonly conditions: readonly CallCondition[];
  readonly span: FiguresSpan;
}

/** Returns the windows of a span, those without calls included. */
function filled({ measure, span }: Selection, found: ReadonlyMap<Seconds, Valued>): Point[] {
  const nothing = isSum(measure) ? exactly(0, 0) : NOTHING;
  return span.range.buckets.map((micros) => {
    const startS = micros / 1e6;
    return { startS, ...(found.get(startS) ?? nothing) };
  });
}

const atStart = <Bucket extends { readonly start: string | number }>(
  buckets: readonly Bucket[],
  read: (bucket: Bucket) => Valued,
): ReadonlyMap<Seconds, Valued> =>
  new Map(buckets.map((bucket) => [new Date(bucket.start).getTime() / 1000, read(bucket)]));

/** Returns the figures of calls that a measure is one of. Measures with the same calls and groups share a reading. */
async function countShared(selection: Selection, range: Readonly<Record<string, unknown>>) {
  const { context, projectId, measure, conditions, span } = selection;
  const { by, filter, query } = measure;
  const read = async () => {
    const params = new SqlParams("key_");
    const groups = by
      ? [{ key: by === "model" ? null : callKeyText(by, params), limit: MAX_GROUPS, hasBuckets: true }]
      : [];
    const prices = await readPrices(context, projectId);
    const keyParams = params.values();
    return await countCalls({ context, projectId, conditions, prices, keyParams }, span.range, groups);
  };
  const { readings } = context;
  return readings === undefined ? await read() : await readings.read([range, filter, query, by], read);
}

async function readPrices(context: MeasureReader, projectId: string): Promise<ProjectPrices> {
  const read = () => readProjectPrices(context.store, projectId, context);
  return await (context.readings?.read(["prices", projectId], read) ?? read());
}

async function readFigures(selection: Selection, range: Readonly<Record<string, unknown>>): Promise<PointsOfGroups> {
  const { measure } = selection;
  const { by } = measure;
  const counted = await countShared(selection, range);
  if (!by) {
    const points = filled(
      selection,
      atStart(counted.buckets(), (bucket) => valueOfCalls(measure, bucket)),
    );
    return new Map([[ALL_CALLS, points]]);
  }
  const { values } = by === "model" ? counted.models(MAX_GROUPS, true) : counted.group(by, 0, true);
  return new Map(
    values.map(({ value, buckets = [] }) => [
      JSON.stringify(value),
      filled(
        selection,
        atStart(buckets, (bucket) => valueOfGroup(measure.figure, bucket)),
      ),
    ]),
  );
}

async function readScores(selection: Selection, field: string): Promise<PointsOfGroups> {
  const { context, projectId, measure, conditions, span } = selection;
  const by = measure.by ?? null;
  const scored = { projectId, conditions, range: span.range, fields: [field], by };
  const { cells, values } = await readScoreCells(context.store, scored, context.signal);
  const score = scoreOfCells(field, cells, values, by === null ? 0 : MAX_GROUPS);
  const pointsOf = (buckets: typeof score.buckets) => filled(selection, atStart(buckets, valueOfScore));
  if (by === null) return new Map([[ALL_CALLS, pointsOf(score.buckets)]]);
  return new Map(score.groups.map(({ value, buckets }) => [JSON.stringify(value), pointsOf(buckets)]));
}

/**
 * Reads the windows of a measure between two times that begin windows, with the figures and from the rollups that the
 * overview uses.
 *
 * @throws InvalidRequestError for a condition, a group or a score that cannot be read, or more than 1,500 windows
 */
export async function readMeasure(
  context: MeasureReader,
  projectId: string,
  measure: Measure,
  { fromS, toS }: { readonly fromS: Seconds; readonly toS: Seconds },
): Promise<PointsOfGroups> {
  const conditions = await callConditionsOf(context, { project_id: projectId, ...measure });
  const range = {
    project_id: projectId,
    after: new Date(fromS * 1000).toISOString(),
    before: new Date(toS * 1000).toISOString(),
    bucket_seconds: measure.window_seconds,
    time_zone: "UTC",
  };
  const span = await spanOf(context, range, conditions);
  const selection = { context, projectId, measure, conditions, span };
  if (measure.figure !== "score") return await readFigures(selection, range);
  const field = measure.score ?? "";
  if (!isScoreField(field)) throw new InvalidRequestError(`measure.score: ${field} is not a score: score.NAME`);
  return await readScores(selection, field);
}
