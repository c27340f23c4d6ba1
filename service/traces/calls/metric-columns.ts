import type { MetricAggregation } from "@/lib/api/contract/calls/call-metrics";
import type { CallSums } from "@/service/traces/store/figures/stats-query";

/** One requested value of each bucket. */
export interface MetricColumn<Name extends string = string> {
  /** Its member in a bucket: `sum_total_tokens`, `p99.9_latency_ms`. */
  readonly member: string;
  readonly metric: Name;
  /** How values are combined: an aggregation, or a percentile. */
  readonly by: MetricAggregation | number;
}

interface RequestedMetric<Name extends string> {
  readonly metric: Name;
  readonly aggregations?: readonly MetricAggregation[] | null | undefined;
  readonly percentiles?: readonly number[] | null | undefined;
}

/** The columns of the requested metrics, each once. Without an aggregation or a percentile a metric is summed. */
export function metricColumns<Name extends string>(
  metrics: readonly RequestedMetric<Name>[] | null | undefined,
): MetricColumn<Name>[] {
  const columns = (metrics ?? []).flatMap(({ metric, aggregations, percentiles }): MetricColumn<Name>[] => {
    const levels = percentiles ?? [];
    const named = aggregations ?? ["sum"];
    const basic = named.length + levels.length === 0 ? (["sum"] as const) : named;
    return [
      ...basic.map((by) => ({ member: `${by}_${metric}`, metric, by })),
      ...levels.map((by) => ({ member: `p${by}_${metric}`, metric, by })),
    ];
  });
  return [...new Map(columns.map((column) => [column.member, column])).values()];
}

/** The value of a column in a bucket without values: 0 for sums, counts and means, as on public servers. */
export const valueOfNothing = ({ by }: MetricColumn): number | null =>
  typeof by === "number" || by === "min" || by === "max" ? null : 0;

/** The values of calls that are 1 or 0, such as errors, of which so many are 1. */
export function valueOfFlags({ by }: MetricColumn, count: number, ones: number): number {
  if (typeof by === "number") return percentileOfFlags(by, count, ones);
  const values: Readonly<Record<MetricAggregation, number>> = {
    sum: ones,
    avg: ones / count,
    min: ones === count ? 1 : 0,
    max: ones > 0 ? 1 : 0,
    count,
    count_true: ones,
    count_false: count - ones,
  };
  return values[by];
}

/** Interpolates linearly, as the engine does. */
function percentileOfFlags(percentile: number, count: number, ones: number): number {
  const place = (percentile / 100) * (count - 1);
  const firstOne = count - ones;
  return Math.min(1, Math.max(0, place - (firstOne - 1)));
}

/** Returns the value of a column of latencies from the sums of a bucket; undefined where sums do not contain it. */
export function latencyOfSums(
  { by }: MetricColumn,
  { finished, latencySum, latencyMax, quantiles }: CallSums,
): number | undefined {
  switch (by) {
    case "sum":
      return latencySum;
    case "avg":
      return latencySum / finished;
    case "max":
      return latencyMax ?? 0;
    case "count":
      return finished;
    default:
      return typeof by === "number" ? quantiles[SUMMED_PERCENTILES.indexOf(by)] : undefined;
  }
}

/** The percentiles in `CallSums`. */
const SUMMED_PERCENTILES: readonly number[] = [50, 90, 99];

/** True where `latencyOfSums` knows the value. */
export const isLatencySummed = ({ by }: MetricColumn): boolean =>
  typeof by === "number" ? SUMMED_PERCENTILES.includes(by) : ["sum", "avg", "max", "count"].includes(by);
