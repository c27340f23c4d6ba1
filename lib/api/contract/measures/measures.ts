import { z } from "zod";
import { callsFilter } from "@/lib/api/contract/calls/calls";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { integer, number, timestamp } from "@/lib/api/contract/scalars/scalars";

/** The figures of calls that can be measured, as the overview draws them. */
export const MEASURED_FIGURES = [
  "calls",
  "error_share",
  "latency_p50",
  "latency_p90",
  "latency_p99",
  "tokens",
  "cost_usd",
  "score",
] as const;

export type MeasuredFigure = (typeof MEASURED_FIGURES)[number];

/** Widths of windows in seconds. Each divides a day, so that windows begin where the overview's buckets do. */
export const WINDOW_SECONDS = [60, 300, 600, 900, 1800, 3600, 21_600, 86_400] as const;

/** A figure of the calls that a query finds, in windows of one width, optionally by group. */
export const measure = z
  .strictObject({
    figure: z
      .enum(MEASURED_FIGURES)
      .describe(
        "error_share: failed calls among all. latency_…: milliseconds of finished calls. score: the mean of a score's numbers, or the share of true.",
      ),
    score: z.string().max(512).nullish().describe("score.NAME, or score.NAME@SOURCE; only with the figure score."),
    query_text: z.string().max(4000).default("").describe("The text of the query box that the condition came from."),
    filter: callsFilter.default({}),
    query: queryExpression.nullish(),
    by: z.string().max(512).nullish().describe("What to group by, as in call figures. Latency has no groups."),
    window_seconds: z.literal([...WINDOW_SECONDS]).describe("Windows begin at multiples of their width, in UTC."),
  })
  .superRefine(({ figure, score, by }, context) => {
    const reject = (member: string, message: string) => context.addIssue({ code: "custom", path: [member], message });
    if (figure === "score" && !score?.startsWith("score.")) reject("score", "Choose a score");
    if (figure.startsWith("latency") && by) reject("by", "Latency has no groups");
  });

export type Measure = z.output<typeof measure>;

/** One window of a measure. */
export const measuredPoint = z.looseObject({
  start: timestamp,
  /** Null without a value, which is not 0. */
  value: number.nullable(),
  /** The interval that is compared: Wilson's of a share, Student's of a mean. Null for counts, sums and quantiles. */
  low: number.nullable(),
  high: number.nullable(),
  /** Calls that the value rests on; of a score, the calls with one. */
  calls: integer,
});

export type MeasuredPoint = z.output<typeof measuredPoint>;
