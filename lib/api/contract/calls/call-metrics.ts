import { z } from "zod";
import { integer, number, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";
import { callsFilter } from "./calls";

/** How the values of calls are combined into the value of a bucket. */
const metricAggregations = ["sum", "avg", "min", "max", "count", "count_true", "count_false"] as const;

export type MetricAggregation = (typeof metricAggregations)[number];

/** Values of calls. */
const callMetricNames = ["latency_ms", "call_count", "error_count"] as const;

export type CallMetricName = (typeof callMetricNames)[number];

/** Values of a call's usage of one model. The costs are in US dollars. */
const usageMetricNames = [
  "input_tokens",
  "output_tokens",
  "total_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "input_cost",
  "output_cost",
  "total_cost",
] as const;

export type UsageMetricName = (typeof usageMetricNames)[number];

const MAX_METRICS = 20;
const MAX_PERCENTILES = 20;

function metricList<Name extends string>(names: readonly [Name, ...Name[]]) {
  const metric = z.object({
    metric: z.enum(names),
    aggregations: z
      .array(z.enum(metricAggregations))
      .nullish()
      .describe("Defaults to the sum. An empty list without percentiles means the sum too."),
    percentiles: z
      .array(number.pipe(z.number().min(0).max(100)))
      .max(MAX_PERCENTILES)
      .nullish(),
  });
  return z.array(metric).max(MAX_METRICS).nullish();
}

/** Figures over time, as public servers read them. */
export const callsMetrics = z.object({
  project_id: projectId,
  start: timestampIn.describe("Inclusive."),
  end: timestampIn.nullish().describe("Exclusive. Defaults to the current time."),
  granularity: integer
    .pipe(z.number().min(1))
    .nullish()
    .describe("Width of a bucket in seconds. Raised where it would result in more than 10,000 buckets."),
  call_metrics: metricList(callMetricNames),
  usage_metrics: metricList(usageMetricNames).describe("Costs can only be summed."),
  filter: callsFilter.nullish(),
  timezone: z.string().max(64).nullish().describe("IANA time zone in which buckets of days begin. Defaults to UTC."),
});

/** A bucket also has a member for each aggregation of each metric, such as `sum_total_tokens` or `p95_latency_ms`. */
const metricBucket = z.looseObject({ timestamp, count: integer.optional() });

const usageMetricBucket = z.looseObject({ ...metricBucket.shape, model: z.string() });

export const callsMetricsResult = z.looseObject({
  start: timestamp,
  end: timestamp,
  granularity: integer,
  timezone: z.string(),
  /** Every bucket for each model; empty when no usage metric was requested. */
  usage_buckets: z.array(usageMetricBucket),
  /** Every bucket; empty when no call metric was requested. */
  call_buckets: z.array(metricBucket),
});

export type CallsMetricsResult = z.infer<typeof callsMetricsResult>;
