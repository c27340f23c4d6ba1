import { z } from "zod";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { rangeStart } from "@/lib/api/contract/scalars/range-start";
import { integer, number, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";
import { callsFilter } from "./calls";

/** The names that calls can be grouped by, besides paths into their attributes. */
export const callGroupNames = [
  /** The name of the op, all versions combined. */
  "op",
  /** As it was sent: a ref names one version of an op. */
  "op_name",
  /** A call counts under every model whose tokens count at it. */
  "model",
  /** The models of a call and of those below it whose usage its client adds to it, joined by commas. */
  "model_below",
  /** The user of the key that a call was logged with. */
  "svc_user_id",
  /** The end user that the attributes of a call name. */
  "end_user",
  /** The tool that a call runs; calls that run none have no value. */
  "tool",
  /** What a call is: an agent, a request to a model, a tool. */
  "kind",
  /** Where calls come from: production, evaluation, training, replay, playground or arena. */
  "source",
  "svc_run_id",
  "thread_id",
  "trace_id",
  "status",
] as const;

const groupBy = z
  .string()
  .max(512)
  .describe(
    `One of ${callGroupNames.join(", ")}, a path attributes.a.b, or input_object.NAME for the digests of the versions of an object that inputs reference`,
  );

/** Heddle's own extension: all figures that an overview shows of calls, in one response. */
export const callsFigures = z.object({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: queryExpression.nullish(),
  after: rangeStart,
  before: timestampIn.nullish().describe("Exclusive upper bound for start time. Defaults to no bound."),
  previous: z
    .object({ after: timestampIn, before: timestampIn })
    .nullish()
    .describe(
      "A second range to compare, such as the previous one, whose figures are returned beside those of the first.",
    ),
  bucket_seconds: integer
    .nullish()
    .describe("Width of a bucket. Defaults to a round width that yields about a hundred buckets."),
  time_zone: z.string().max(64).nullish().describe("IANA time zone in which buckets of days begin. Defaults to UTC."),
  groups: z
    .array(
      z.object({
        by: groupBy,
        limit: integer.nullish().describe("Maximum number of values, 1 to 200. Defaults to 50."),
        with_buckets: z.boolean().nullish(),
      }),
    )
    .nullish(),
});

/** Milliseconds of finished calls; quantiles interpolate linearly between whole milliseconds. */
export const latency = z.looseObject({ p50: number, p90: number, p99: number, mean: number, max: number });

/** Tokens, each counted once. The prompt count includes cached tokens. */
export const tokens = z.looseObject({
  requests: integer,
  prompt_tokens: integer,
  completion_tokens: integer,
  total_tokens: integer,
  cache_read_input_tokens: integer,
  cache_creation_input_tokens: integer,
});

/** Bytes of stored calls. */
export const storage = z.looseObject({
  inputs: integer,
  output: integer,
  attributes: integer,
  summary: integer,
  total: integer,
});

/** Figures of a set of calls. */
export const callFigures = z.looseObject({
  call_count: integer,
  root_count: integer,
  /** Calls that failed themselves. */
  error_count: integer,
  /** Calls that did not fail but contain a failed call. */
  descendant_error_count: integer,
  /** Calls without an end. */
  running_count: integer,
  /** Null when no call has ended. */
  latency_ms: latency.nullable(),
  usage: tokens,
  /** US dollars; null when no token has a price in US dollars. The total is the sum of its two parts. */
  cost_usd: number.nullable(),
  prompt_cost_usd: number.nullable(),
  completion_cost_usd: number.nullable(),
  /** Tokens of models without a price, or with one in another currency. */
  unpriced_tokens: integer,
  storage_bytes: storage,
});

export type CallFigures = z.infer<typeof callFigures>;

/** Includes buckets without calls. The first and the last may extend beyond the range. */
export const bucket = z.looseObject({ start: timestamp, ...callFigures.shape });

export type CallFiguresBucket = z.infer<typeof bucket>;

/** For one value, only the non-empty buckets. */
export const groupBucket = z.looseObject({
  start: timestamp,
  call_count: integer,
  error_count: integer,
  total_tokens: integer,
  cost_usd: number.nullable(),
});

export const groupValue = z.looseObject({
  /** Null for calls without a value. */
  value: z.string().nullable(),
  ...callFigures.shape,
  buckets: z.array(groupBucket).optional(),
});

export type CallGroupValue = z.infer<typeof groupValue>;

const group = z.looseObject({
  by: z.string(),
  /** The number of values, including those that are not returned. */
  value_count: integer,
  /** Most calls first. */
  values: z.array(groupValue),
  /** All values that are not returned, combined; null when there are none. */
  other: z.looseObject({ ...callFigures.shape, buckets: z.array(groupBucket).optional() }).nullable(),
});

export type CallGroup = z.infer<typeof group>;

export const callsFiguresResult = z.looseObject({
  /** The counted range. Defaults to starting with the first bucket; null when there are no calls. */
  after: timestamp.nullable(),
  before: timestamp.nullable(),
  bucket_seconds: integer,
  /**
   * The greatest relative error of the quantiles: p50, p90 and p99 of many calls are computed from rounded latencies.
   * 0 when they are exact. Missing in services that do not round.
   */
  quantile_error: number.optional(),
  totals: callFigures,
  buckets: z.array(bucket),
  /** Null when no second range was requested. */
  previous: callFigures.nullable(),
  /** Each bucket is as far into its range as the bucket with the same index in the first range. */
  previous_buckets: z.array(bucket).nullable(),
  /** In the order of the request. */
  groups: z.array(group),
});

export type CallsFiguresResult = z.infer<typeof callsFiguresResult>;

/** Heddle's own extension: the number of calls over time by status. Takes a fraction of the work of the figures. */
export const callsHistogram = callsFigures.pick({
  project_id: true,
  filter: true,
  query: true,
  after: true,
  before: true,
  bucket_seconds: true,
  time_zone: true,
});

const histogramBucket = z.looseObject({
  start: timestamp,
  call_count: integer,
  error_count: integer,
  descendant_error_count: integer,
  running_count: integer,
});

export type CallHistogramBucket = z.infer<typeof histogramBucket>;

export const callsHistogramResult = z.looseObject({
  after: timestamp.nullable(),
  before: timestamp.nullable(),
  bucket_seconds: integer,
  /** Every bucket of the range, including those without calls. */
  buckets: z.array(histogramBucket),
});

export type CallsHistogramResult = z.infer<typeof callsHistogramResult>;

/** Heddle's own extension: the values of a field among the selected calls. */
export const callsFacets = z.object({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: queryExpression.nullish(),
  fields: z
    .array(z.string().max(512))
    .describe(`Each one of ${callGroupNames.join(", ")}, attributes.a.b, or attributes alone for the existing paths.`),
  limit: integer.nullish().describe("Maximum number of values of each field, 1 to 1000. Defaults to 50."),
  prefix: z.string().max(512).nullish().describe("Case-insensitive prefix of the values."),
  by_thread: z
    .boolean()
    .nullish()
    .describe(
      "Lists the values of each thread separately, without calls that are in none. The limit then holds for each thread.",
    ),
});

const facet = z.looseObject({
  field: z.string(),
  /** The number of values, including those that are not returned; by thread, the sum over all threads. */
  value_count: integer,
  /** Most calls first. Missing values are not listed. For `attributes` each value is a path: `attributes.a.b`. */
  values: z.array(
    z.looseObject({
      value: z.string(),
      count: integer,
      /** The thread of the calls, where values of each thread were asked for. */
      thread_id: z.string().optional(),
    }),
  ),
  /** For `attributes`: the number of selected calls, the newest, in which paths were looked for. */
  sampled_calls: integer.optional(),
});

export type CallFacet = z.infer<typeof facet>;

export const callsFacetsResult = z.looseObject({ facets: z.array(facet) });
