import type { CallFigures, CallGroupValue } from "@/lib/api/contract/calls/call-stats";
import type { ScoreFigures } from "@/lib/api/contract/calls/score-figures";
import type { Measure } from "@/lib/api/contract/measures/measures";
import { tQuantile } from "@/lib/evaluation/statistics/distributions";
import { type Interval, MIN_INTERVAL_EXAMPLES, wilsonInterval } from "@/lib/evaluation/statistics/intervals";

/** A value of a measure, with its interval where it is a share or a mean. */
export interface Valued {
  /** Null where there is none. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly calls: number;
}

/** Intervals of watches are as wide as three standard errors: a watch looks hundreds of times a day. */
export const WATCH_Z = 3;
/** Intervals of charts, of 95 %. */
export const CHART_Z = 1.96;

const SUMS: ReadonlySet<Measure["figure"]> = new Set(["calls", "errors", "tokens", "cost_usd", "threads", "users"]);

/** True of figures that are 0 without calls. */
export const isSum = ({ figure }: Measure): boolean => SUMS.has(figure);

/** True of figures that are compared with their interval. */
export const hasInterval = ({ figure }: Measure): boolean => figure === "error_share" || figure === "score";

type GroupBucket = Pick<
  NonNullable<CallGroupValue["buckets"]>[number],
  "call_count" | "error_count" | "total_tokens" | "cost_usd"
>;

export const NOTHING: Valued = { value: null, low: null, high: null, calls: 0 };

export const exactly = (value: number | null, calls: number): Valued => ({ ...NOTHING, value, calls });

const within = (value: number, { low, high }: Interval, calls: number): Valued => ({ value, low, high, calls });

/** Returns a share with its interval. */
export function valueOfShare(part: number, calls: number, z = WATCH_Z): Valued {
  return calls === 0 ? NOTHING : within(part / calls, wilsonInterval(part, calls, z), calls);
}

/** Cost without a price is not known, which is not 0. */
function spent(value: number | null, calls: number): Valued {
  return exactly(calls === 0 ? 0 : value, calls);
}

function latencyAt(quantile: "p50" | "p90" | "p99", figures: CallFigures): Valued {
  return exactly(figures.latency_ms?.[quantile] ?? null, figures.call_count - figures.running_count);
}

/** Returns a measure of calls by their figures. */
export function valueOfCalls({ figure }: Measure, figures: CallFigures, z: number): Valued {
  if (figure === "latency_p50") return latencyAt("p50", figures);
  if (figure === "latency_p90") return latencyAt("p90", figures);
  if (figure === "latency_p99") return latencyAt("p99", figures);
  const { call_count, error_count, cost_usd, usage } = figures;
  return valueOfGroup(figure, { call_count, error_count, cost_usd, total_tokens: usage.total_tokens }, z);
}

/** Returns a measure of calls by the sums that groups have in each bucket. */
export function valueOfGroup(figure: Measure["figure"], bucket: GroupBucket, z: number): Valued {
  const { call_count: calls } = bucket;
  if (figure === "error_share") return valueOfShare(bucket.error_count, calls, z);
  if (figure === "errors") return exactly(bucket.error_count, calls);
  if (figure === "tokens") return exactly(bucket.total_tokens, calls);
  return figure === "cost_usd" ? spent(bucket.cost_usd, calls) : exactly(calls, calls);
}

/** The mean of numbers, or the share of true. */
export function valueOfScore(figures: ScoreFigures, z = WATCH_Z): Valued {
  const { number_count: count, mean } = figures;
  if (count === 0 || mean === null)
    return valueOfShare(figures.true_count, figures.true_count + figures.false_count, z);
  if (count < MIN_INTERVAL_EXAMPLES) return exactly(mean, count);
  const { min, max, deviation = null } = figures;
  // Of equal numbers the deviation is 0, however few they are; between 0 and 1 a share is at least as uncertain.
  if (min === max && min !== null && min >= 0 && min <= 1)
    return within(mean, wilsonInterval(mean * count, count, z), count);
  const half = (tQuantile(count - 1, z) * (deviation ?? 0)) / Math.sqrt(count);
  return within(mean, { low: mean - half, high: mean + half }, count);
}
