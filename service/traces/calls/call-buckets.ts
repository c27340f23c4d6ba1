import type { CallMetricName, CallsMetricsResult } from "@/lib/api/contract/calls/call-metrics";
import { engineTimeOf, toWireTime } from "@/service/traces/store/engine/timestamps";
import type { Micros } from "@/service/traces/store/figures/figures-query";
import { type Detail, latencyDetails } from "@/service/traces/store/figures/metric-details";
import type { CallSums } from "@/service/traces/store/figures/stats-query";
import type { CallFiguresReader } from "./call-figures";
import { isLatencySummed, latencyOfSums, type MetricColumn, valueOfFlags, valueOfNothing } from "./metric-columns";
import { MetricDetails } from "./metric-values";
import type { MetricSelection } from "./usage-buckets";

type Column = MetricColumn<CallMetricName>;

/** Returns every bucket with the requested values of its calls: from sums where they contain them. */
export async function callBuckets(
  selection: MetricSelection,
  figures: CallFiguresReader,
  columns: readonly Column[],
): Promise<CallsMetricsResult["call_buckets"]> {
  const read = columns.filter((column) => column.metric === "latency_ms" && !isLatencySummed(column));
  const asked = read.map(({ by }): Detail => {
    return typeof by === "number" ? { of: "latency", percentile: by } : { of: "latency", aggregation: by };
  });
  const details = await MetricDetails.read(selection.context, read, () => latencyDetails(selection, asked));
  const sums = figures.bucketSums();
  const valueAt = (column: Column, bucket: Micros): number | null => {
    const found = sums.get(bucket);
    if (found === undefined) return valueOfNothing(column);
    return valueOfCalls(column, found) ?? details.valueOf(column, bucket) ?? valueOfNothing(column);
  };
  return selection.range.buckets.map((bucket) => ({
    timestamp: toWireTime(engineTimeOf(bucket)),
    count: sums.get(bucket)?.calls ?? 0,
    ...Object.fromEntries(columns.map((column) => [column.member, valueAt(column, bucket)])),
  }));
}

/** Undefined where sums do not contain the value. */
function valueOfCalls(column: Column, sums: CallSums): number | undefined {
  if (column.metric === "call_count") return valueOfFlags(column, sums.calls, sums.calls);
  if (column.metric === "error_count") return valueOfFlags(column, sums.calls, sums.errors);
  return sums.finished === 0 ? undefined : latencyOfSums(column, sums);
}
