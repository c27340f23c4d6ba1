import { z } from "zod";
import { rangeStart } from "@/lib/api/contract/scalars/range-start";
import { integer, number, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";

/** Heddle's own extension: recomputes tokens and cost call by call, and compares them with what is shown. */
export const costAudit = z.object({
  project_id: projectId,
  after: rangeStart,
  before: timestampIn.nullish().describe("Exclusive upper bound for start time. Defaults to no bound."),
  limit: integer
    .pipe(z.number().min(0).max(1000))
    .nullish()
    .transform((most) => most ?? 100)
    .describe("Maximum number of lines of each kind of difference and reason, up to 1000. Defaults to 100. All count."),
});

/** How far the audit is. */
const progress = z.looseObject({
  kind: z.literal("progress"),
  checked_calls: integer,
  /** The calls of the range when it began. */
  call_count: integer,
});

/** Where a recomputed value is not the shown one. */
export const auditPlaces = [
  /** What is stored with one call. */
  "call",
  /** The figures that Overview and Costs draw. */
  "figures",
  /** The sums that are kept for many calls, where they are not drawn yet. */
  "rollups",
] as const;

/** A kind of token, the cost in US dollars, or who reports the usage of a call: `sdk`, `sum` or `request`. */
export const auditedValues = [
  "requests",
  "prompt_tokens",
  "completion_tokens",
  "total_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "cache_creation_1h_input_tokens",
  "audio_input_tokens",
  "audio_output_tokens",
  "image_input_tokens",
  "image_output_tokens",
  "video_input_tokens",
  "video_output_tokens",
  "cost_usd",
  "reported_by",
] as const;

const auditValue = z.union([number, z.string()]).nullable();

const difference = z.looseObject({
  kind: z.literal("difference"),
  place: z.enum(auditPlaces),
  /** Null where the model is not known. */
  model: z.string().nullable(),
  value: z.enum(auditedValues),
  /** Null where nothing is stored or shown, and for a cost without a price. */
  shown: auditValue,
  recomputed: auditValue,
  /** Of a call. */
  call_id: z.string().nullish(),
  trace_id: z.string().nullish(),
  /** The start of the bucket, of sums. */
  bucket: timestamp.nullish(),
});

export type AuditDifference = z.infer<typeof difference>;

/** Why tokens or the cost that a call reports are not in the sums as they are. */
export const leftOutReasons = [
  /** Calls below report the same tokens. */
  "reported_below",
  /** Another call reports the same request: `counted_call_id`. */
  "reported_twice",
  /** The tokens count, but their model has no price in US dollars. */
  "no_price",
  /** The tokens count at our price; the sender states another cost. */
  "cost_differs",
] as const;

const leftOut = z.looseObject({
  kind: z.literal("left_out"),
  reason: z.enum(leftOutReasons),
  call_id: z.string(),
  trace_id: z.string(),
  /** Null where it is not known, and for the cost of all models of a call. */
  model: z.string().nullable(),
  total_tokens: integer,
  counted_call_id: z.string().nullish(),
  /** US dollars; null without a price. */
  cost_usd: number.nullish(),
  cost_as_sent_usd: number.nullish(),
});

export type AuditLeftOut = z.infer<typeof leftOut>;

const auditSums = z.looseObject({ total_tokens: integer, cost_usd: number.nullable() });

const summary = z.looseObject({
  kind: z.literal("summary"),
  after: timestamp.nullable(),
  before: timestamp.nullable(),
  bucket_seconds: integer,
  checked_calls: integer,
  /** Calls that report tokens. */
  usage_call_count: integer,
  /** Calls all of whose tokens count. */
  counted_call_count: integer,
  recomputed: auditSums,
  shown: auditSums,
  /** What the shown figures are read from. */
  shown_from: z.enum(["calls", "rollups"]),
  /** Whether sums that are kept were compared, drawn or not. */
  are_rollups_checked: z.boolean(),
  /** Buckets of a model whose figures changed meanwhile, which are not compared. */
  changed_bucket_count: integer,
  /** By place. */
  difference_counts: z.record(z.enum(auditPlaces), integer),
  /** By reason. */
  left_out_counts: z.record(z.enum(leftOutReasons), integer),
  /** Why sums could not be compared; null when all was. */
  incomplete_reason: z.string().nullable(),
});

export type AuditSummary = z.infer<typeof summary>;

export const costAuditLine = z.discriminatedUnion("kind", [progress, difference, leftOut, summary]);

export type CostAuditLine = z.infer<typeof costAuditLine>;
