import type { CostGroup, CostTotals } from "@/app/(dashboard)/[workspace]/overview/charts/prepare-bars";
import type { CountedSeries } from "@/app/(dashboard)/[workspace]/overview/charts/prepare-calls-chart";
import {
  type CallsChart,
  chartOfSeries,
  countsIn,
} from "@/app/(dashboard)/[workspace]/overview/charts/prepare-calls-chart";
import type { LatencyResult } from "@/app/(dashboard)/[workspace]/overview/charts/prepare-latency-chart";
import type { OverviewRequest } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import type { CallsMetricsResult } from "@/lib/api/contract/calls/call-metrics";
import type { RequestOf } from "@/lib/api/contract/operations";
import { compileSelection } from "@/lib/calls/calls-query";
import { bucketSpans } from "@/lib/chart/time-buckets";
import { resolveTimeRange } from "@/lib/filter/time-range";

type MetricsBody = RequestOf<"calls.metrics">;
type MetricBucket = CallsMetricsResult["call_buckets"][number];

const HOUR_MS = 3_600_000;
const DAY_S = 86_400;

/** Public servers refuse a longer range. */
const MAX_RANGE_S = 31 * DAY_S;

const MAX_BUCKETS = 120;
const WIDTHS_S = [60, 300, 900, 3600, 10_800, 21_600, 43_200, DAY_S];

/** The request for charts over time, or why a service without `/calls/aggregate` cannot answer this question. */
export type MetricsRequest =
  | { readonly kind: "request"; readonly body: MetricsBody }
  /** `body` only finds out whether the service has the operation. */
  | { readonly kind: "unfit"; readonly reason: string; readonly body: MetricsBody };

/** @param nowMs the end of a relative range */
export function metricsRequest(question: OverviewRequest, nowMs: number): MetricsRequest {
  const { projectId, query, areRootsOnly, range } = question;
  const hourBefore = new Date(nowMs - HOUR_MS).toISOString();
  const nothing: MetricsBody = { project_id: projectId, start: hourBefore, end: new Date(nowMs).toISOString() };
  const selection = compileSelection({ projectId, query, areRootsOnly, fromMs: null, toMs: null });
  if (selection.query !== undefined || selection.problems.length > 0) {
    const fields = "thread, turn, trace, parent, id, user and run";
    const reason = `Charts over time can only be filtered by ${fields} on this service.`;
    return { kind: "unfit", reason, body: nothing };
  }
  const { fromMs, toMs } = resolveTimeRange(range, nowMs);
  const endMs = toMs ?? nowMs;
  const seconds = fromMs === null ? Number.POSITIVE_INFINITY : (endMs - fromMs) / 1000;
  if (fromMs === null || seconds > MAX_RANGE_S) {
    const reason = "Charts over time cover at most 31 days on this service. Choose a shorter range.";
    return { kind: "unfit", reason, body: nothing };
  }
  return {
    kind: "request",
    body: {
      project_id: projectId,
      filter: selection.filter,
      start: new Date(fromMs).toISOString(),
      end: new Date(endMs).toISOString(),
      granularity: WIDTHS_S.find((width) => seconds / width <= MAX_BUCKETS) ?? DAY_S,
      timezone: "UTC",
      call_metrics: [
        { metric: "call_count", aggregations: ["sum"] },
        { metric: "error_count", aggregations: ["sum"] },
        { metric: "latency_ms", aggregations: [], percentiles: [50, 90, 99] },
      ],
      usage_metrics: [
        { metric: "input_tokens", aggregations: ["sum"] },
        { metric: "output_tokens", aggregations: ["sum"] },
        { metric: "total_tokens", aggregations: ["sum"] },
        { metric: "output_cost", aggregations: ["sum"] },
        { metric: "total_cost", aggregations: ["sum"] },
      ],
    },
  };
}

/** Charts over time, as far as a service without `/calls/aggregate` reports them. */
export interface Metrics {
  readonly result: LatencyResult;
  readonly chart: CallsChart;
  readonly callCount: number;
  readonly models: CostGroup;
  readonly totals: CostTotals;
}

/** Combines the buckets of calls and of models. */
export function prepareMetrics(answer: CallsMetricsResult): Metrics {
  const calls = answer.call_buckets.map((bucket) => ({
    start: isoOf(bucket.timestamp),
    call_count: numberAt(bucket, "sum_call_count") ?? 0,
    error_count: numberAt(bucket, "sum_error_count") ?? 0,
    latency_ms: latencyOf(bucket),
  }));
  const result: LatencyResult = {
    after: isoOf(answer.start),
    before: isoOf(answer.end),
    bucket_seconds: answer.granularity,
    buckets: calls,
    previous_buckets: null,
    totals: null,
  };
  const series: CountedSeries = {
    ...{ key: "calls", label: "calls", color: "var(--vat-4)", terms: [] },
    ...countsIn(bucketSpans(result), calls),
  };
  const models = modelsOf(answer.usage_buckets);
  const priced = models.values.flatMap(({ cost_usd: cost }) => cost ?? []);
  return {
    result,
    chart: chartOfSeries(result, [series], null),
    callCount: calls.reduce((sum, bucket) => sum + bucket.call_count, 0),
    models,
    totals: {
      cost_usd: priced.length === 0 ? null : priced.reduce((sum, cost) => sum + cost, 0),
      usage: { total_tokens: answer.usage_buckets.reduce((sum, bucket) => sum + tokensOf(bucket), 0) },
    },
  };
}

function modelsOf(buckets: CallsMetricsResult["usage_buckets"]): CostGroup {
  const byModel = new Map<string, typeof buckets>();
  for (const bucket of buckets) byModel.set(bucket.model, [...(byModel.get(bucket.model) ?? []), bucket]);
  const values = [...byModel].map(([value, ofModel]) => {
    const sum = (member: string) => ofModel.reduce((total, bucket) => total + (numberAt(bucket, member) ?? 0), 0);
    const tokens = ofModel.reduce((total, bucket) => total + tokensOf(bucket), 0);
    const [cost, output] = [sum("sum_total_cost"), sum("sum_output_cost")];
    // Public servers report a model without a price as free.
    const isPriced = cost > 0;
    return {
      value,
      cost_usd: isPriced ? cost : null,
      prompt_cost_usd: isPriced ? cost - output : null,
      completion_cost_usd: isPriced ? output : null,
      unpriced_tokens: isPriced ? 0 : tokens,
    };
  });
  return { values };
}

/** Some clients report no total. */
function tokensOf(bucket: MetricBucket): number {
  const parts = (numberAt(bucket, "sum_input_tokens") ?? 0) + (numberAt(bucket, "sum_output_tokens") ?? 0);
  return Math.max(numberAt(bucket, "sum_total_tokens") ?? 0, parts);
}

function latencyOf(bucket: MetricBucket): LatencyResult["buckets"][number]["latency_ms"] {
  const [p50, p90, p99] = [50, 90, 99].map((level) => numberAt(bucket, `p${level}_latency_ms`));
  return typeof p50 === "number" && typeof p90 === "number" && typeof p99 === "number" ? { p50, p90, p99 } : null;
}

function numberAt(bucket: MetricBucket, member: string): number | null {
  const value = bucket[member];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

const isoOf = (time: string): string => time.replace(" ", "T");
