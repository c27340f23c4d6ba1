import { z } from "zod";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { integer, number, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";
import { callsFilter } from "./calls";

/** The names that calls can be grouped by, besides paths into their attributes. */
export const callGroupNames = [
  /** The name of the op, its versions together. */
  "op",
  /** As it was sent: a ref names one version of an op. */
  "op_name",
  /** A call stands with every model whose tokens count at it. */
  "model",
  "svc_user_id",
  "svc_run_id",
  "thread_id",
  "trace_id",
  "status",
] as const;

const groupBy = z
  .string()
  .max(512)
  .describe(`One of ${callGroupNames.join(", ")}, or a path attributes.a.b`);

/** Heddle's own extension: everything that an overview shows of calls, in one answer. */
export const callsFigures = z.object({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: queryExpression.nullish(),
  after: timestampIn.nullish().describe("First start that counts; absent or null begins with the first call."),
  before: timestampIn.nullish().describe("Starts from here on no longer count; absent or null takes all."),
  previous: z
    .object({ after: timestampIn, before: timestampIn })
    .nullish()
    .describe("A second range, such as the one before, whose figures are given beside those of the first."),
  bucket_seconds: integer
    .nullish()
    .describe("Width of a bucket; when absent a round one that gives about a hundred buckets."),
  time_zone: z.string().max(64).nullish().describe("IANA name, UTC when absent: where the buckets of days begin."),
  groups: z
    .array(
      z.object({
        by: groupBy,
        limit: integer.nullish().describe("Most values to give, 1 to 200; 50 when absent."),
        with_buckets: z.boolean().nullish(),
      }),
    )
    .nullish(),
});

/** Milliseconds of finished calls; quantiles interpolate linearly between whole milliseconds. */
const latency = z.looseObject({ p50: number, p90: number, p99: number, mean: number, max: number });

/** Tokens, each counted once. The prompt's count holds cached tokens too. */
const tokens = z.looseObject({
  requests: integer,
  prompt_tokens: integer,
  completion_tokens: integer,
  total_tokens: integer,
  cache_read_input_tokens: integer,
  cache_creation_input_tokens: integer,
});

/** Bytes as calls are stored. */
const storage = z.looseObject({
  inputs: integer,
  output: integer,
  attributes: integer,
  summary: integer,
  total: integer,
});

/** What is known of a set of calls. */
const callFigures = z.looseObject({
  call_count: integer,
  root_count: integer,
  /** Calls that failed themselves. */
  error_count: integer,
  /** Calls that did not fail and hold one that did. */
  descendant_error_count: integer,
  /** Calls without an end. */
  running_count: integer,
  /** Null when none has ended. */
  latency_ms: latency.nullable(),
  usage: tokens,
  /** US dollars; null when no token has a price in them. The whole is the sum of its two parts. */
  cost_usd: number.nullable(),
  prompt_cost_usd: number.nullable(),
  completion_cost_usd: number.nullable(),
  /** Tokens of models without a price, or with one in another currency. */
  unpriced_tokens: integer,
  storage_bytes: storage,
});

export type CallFigures = z.infer<typeof callFigures>;

/** Buckets without calls are there too. The first and the last may reach over the range's ends. */
const bucket = z.looseObject({ start: timestamp, ...callFigures.shape });

export type CallFiguresBucket = z.infer<typeof bucket>;

/** Of one value, only the buckets that hold calls. */
const groupBucket = z.looseObject({
  start: timestamp,
  call_count: integer,
  error_count: integer,
  total_tokens: integer,
  cost_usd: number.nullable(),
});

const groupValue = z.looseObject({
  /** Null for calls that have none. */
  value: z.string().nullable(),
  ...callFigures.shape,
  buckets: z.array(groupBucket).optional(),
});

export type CallGroupValue = z.infer<typeof groupValue>;

const group = z.looseObject({
  by: z.string(),
  /** How many values there are, those that were not given included. */
  value_count: integer,
  /** Most calls first. */
  values: z.array(groupValue),
  /** All values that were not given, together; null when there is none. */
  other: z.looseObject({ ...callFigures.shape, buckets: z.array(groupBucket).optional() }).nullable(),
});

export type CallGroup = z.infer<typeof group>;

export const callsFiguresResult = z.looseObject({
  /** The range that was counted: from the first bucket's start where none was asked for, null without calls. */
  after: timestamp.nullable(),
  before: timestamp.nullable(),
  bucket_seconds: integer,
  totals: callFigures,
  buckets: z.array(bucket),
  /** Null when no second range was asked for. */
  previous: callFigures.nullable(),
  /** Each lies as far into its range as the bucket with the same index. */
  previous_buckets: z.array(bucket).nullable(),
  /** In the order of the request. */
  groups: z.array(group),
});

export type CallsFiguresResult = z.infer<typeof callsFiguresResult>;

/** Heddle's own extension: how many calls there are over time, and how they ended. A small part of the figures' work. */
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
  /** Every bucket of the range, also those without calls. */
  buckets: z.array(histogramBucket),
});

export type CallsHistogramResult = z.infer<typeof callsHistogramResult>;

/** Heddle's own extension: which values a field has among the selected calls. */
export const callsFacets = z.object({
  project_id: projectId,
  filter: callsFilter.nullish(),
  query: queryExpression.nullish(),
  fields: z
    .array(z.string().max(512))
    .describe(
      `Each one of ${callGroupNames.join(", ")}, attributes.a.b, or attributes alone for the paths that are there.`,
    ),
  limit: integer.nullish().describe("Most values of each field, 1 to 1000; 50 when absent."),
  prefix: z.string().max(512).nullish().describe("Only values that begin so, in whatever case."),
});

const facet = z.looseObject({
  field: z.string(),
  /** How many values there are, those that were not given included. */
  value_count: integer,
  /** Most calls first. Absent values are not listed. For `attributes` each value is a path: `attributes.a.b`. */
  values: z.array(z.looseObject({ value: z.string(), count: integer })),
  /** Of `attributes`: in how many calls paths were looked for, the newest of those that are selected. */
  sampled_calls: integer.optional(),
});

export type CallFacet = z.infer<typeof facet>;

export const callsFacetsResult = z.looseObject({ facets: z.array(facet) });
