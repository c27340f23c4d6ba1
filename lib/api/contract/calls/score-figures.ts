import { z } from "zod";
import { integer, number, timestamp } from "@/lib/api/contract/scalars/scalars";
import { callsHistogram } from "./call-stats";

/** The most scores that one request asks the figures of. */
const MAX_SCORE_FIGURES = 20;

/** Heddle's own extension: what a chart shows of the scores of the selected calls. */
export const scoresFigures = callsHistogram.extend({
  fields: z
    .array(z.string().max(512))
    .min(1)
    .max(MAX_SCORE_FIGURES)
    .describe("Scores: score.NAME, or score.NAME@SOURCE where several sources write one name."),
  by: z.string().max(512).nullish().describe("What to group by, as in call figures. Defaults to no groups."),
  limit: integer.nullish().describe("Maximum number of groups of each score, 1 to 50. Defaults to 7."),
});

/** The newest values of a score of some calls. Calls without it, or whose newest value is null, do not count. */
const scoreFigures = z.looseObject({
  /** Calls with a value that is a number, a boolean or a text. */
  call_count: integer,
  number_count: integer,
  /** Of the numbers; null without one. */
  mean: number.nullable(),
  min: number.nullable(),
  max: number.nullable(),
  /** The sample standard deviation of the numbers; null for less than two. Missing in services that do not return it. */
  deviation: number.nullish(),
  true_count: integer,
  false_count: integer,
});

export type ScoreFigures = z.infer<typeof scoreFigures>;

/** Only the buckets with a scored call. */
export const scoreBucket = z.looseObject({ start: timestamp, ...scoreFigures.shape });

export type ScoreBucket = z.infer<typeof scoreBucket>;

const scoreGroupValue = z.looseObject({
  /** Null for calls without a value. */
  value: z.string().nullable(),
  ...scoreFigures.shape,
  buckets: z.array(scoreBucket),
});

export type ScoreGroupValue = z.infer<typeof scoreGroupValue>;

const scoreOfCalls = z.looseObject({
  field: z.string(),
  totals: scoreFigures,
  buckets: z.array(scoreBucket),
  /** The numbers between the least and the greatest in ten bins of one width; a single bin when they are equal. */
  bins: z.array(z.looseObject({ from: number, to: number, count: integer })),
  /** Texts and booleans, most frequent first, at most 20. */
  values: z.array(z.looseObject({ value: z.string(), count: integer })),
  /** The groups with the most scored calls; empty without `by`. */
  groups: z.array(scoreGroupValue),
  group_count: integer,
});

export type ScoreOfCalls = z.infer<typeof scoreOfCalls>;

export const scoresFiguresResult = z.looseObject({
  after: timestamp.nullable(),
  before: timestamp.nullable(),
  bucket_seconds: integer,
  /** The starts of all buckets of the range. */
  starts: z.array(timestamp),
  by: z.string().nullable(),
  /** In the order of the request. */
  scores: z.array(scoreOfCalls),
});

export type ScoresFiguresResult = z.infer<typeof scoresFiguresResult>;
