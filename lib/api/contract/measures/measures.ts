import { z } from "zod";
import { callsFilter } from "@/lib/api/contract/calls/calls";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { integer, number, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";
import { MEASURED_FIGURES, WINDOW_SECONDS } from "./measured-figures";

/** A figure of the calls that a query finds, in windows of one width, optionally by group. */
export const measure = z
  .strictObject({
    figure: z
      .enum(MEASURED_FIGURES)
      .describe(
        "error_share: failed calls among all. latency_…: milliseconds of finished calls. threads, users: how many different ones. score: the mean of a score's numbers, or the share of true.",
      ),
    score: z.string().max(512).nullish().describe("score.NAME, or score.NAME@SOURCE; only with the figure score."),
    query_text: z.string().max(4000).default("").describe("The text of the query box that the condition came from."),
    filter: callsFilter.default({}),
    query: queryExpression.nullish(),
    by: z
      .string()
      .max(512)
      .nullish()
      .describe("What to group by, as in call figures. Latency has groups in total only."),
    window_seconds: z.literal([...WINDOW_SECONDS]).describe("Windows begin at multiples of their width, in UTC."),
  })
  .superRefine(({ figure, score }, context) => {
    if (figure === "score" && !score?.startsWith("score."))
      context.addIssue({ code: "custom", path: ["score"], message: "Choose a score" });
  });

export type Measure = z.output<typeof measure>;

/** One window of a measure. */
export const measuredPoint = z.looseObject({
  start: timestamp,
  /** Null without a value, which is not 0. */
  value: number.nullable(),
  /** The interval of a share (Wilson's) or a mean (Student's). Null for counts, sums and quantiles. */
  low: number.nullable(),
  high: number.nullable(),
  /** Calls that the value rests on; of a score, the calls with one. */
  calls: integer,
});

export type MeasuredPoint = z.output<typeof measuredPoint>;

/** The most measures of one request: more than a page shows. */
const MAX_MEASURES = 50;

export const measuresRead = z.object({
  project_id: projectId,
  after: timestampIn.nullish().describe("As in call figures."),
  before: timestampIn.nullish(),
  measures: z
    .array(
      z.strictObject({
        measure,
        with_previous: z.boolean().default(false).describe("Also the value of the range before."),
        with_bins: z.boolean().default(false).describe("Also how values are distributed; of latency and scores."),
      }),
    )
    .min(1)
    .max(MAX_MEASURES),
});

/** A measure of a range, in total and in windows. Intervals are of 95 %. */
const measured = z.looseObject({
  /** The measure's width, or a wider one where a range has too many windows. */
  window_seconds: integer,
  total: measuredPoint,
  /** Null where it was not asked for, or the range has no beginning. */
  previous: measuredPoint.nullable(),
  points: z.array(measuredPoint),
  /** Those with the most calls, at most 50; the first seven with points, unless the figure is a latency. */
  groups: z.array(
    z.looseObject({ value: z.string().nullable(), total: measuredPoint, points: z.array(measuredPoint) }),
  ),
  group_count: integer,
  /** In order. Values that are not numbers have a label. */
  bins: z
    .array(
      z.looseObject({
        from: number.nullable(),
        to: number.nullable(),
        label: z.string().nullable(),
        count: integer,
      }),
    )
    .nullable(),
});

export type Measured = z.output<typeof measured>;

export const measuresResult = z.looseObject({
  after: timestamp.nullable(),
  before: timestamp.nullable(),
  /** In the order of the request. */
  results: z.array(
    z.looseObject({
      measured: measured.nullable(),
      /** Why this measure cannot be read; the others are. */
      problem: z.string().nullable(),
    }),
  ),
});

export type MeasuresResult = z.output<typeof measuresResult>;
