import { z } from "zod";
import { integer, number } from "@/lib/api/contract/scalars/scalars";
import { trainingRunById } from "./training-runs";

const MAX_KEYS = 400;
const MAX_POINTS = 2000;

/** The axis of series: iterations, trained tokens, or seconds since the first iteration. */
export const SERIES_AXES = ["step", "tokens", "time"] as const;

export type SeriesAxis = (typeof SERIES_AXES)[number];

const key = z
  .string()
  .min(1)
  .max(300)
  .describe("`figure:` and one of reward, signal, evaluation, tokens, cost, errors; `metric:` and a metric's name.");

const smoothing = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ema"),
    weight: number.pipe(z.number().min(0).max(0.999)).describe("Of the earlier values. Without the bias at its start."),
  }),
  z.object({
    kind: z.literal("window"),
    size: integer.pipe(z.number().min(1).max(10_001)).describe("The mean of so many iterations around each."),
  }),
]);

export type SeriesSmoothing = z.output<typeof smoothing>;

export const runSeriesRead = trainingRunById.extend({
  keys: z.array(key).max(MAX_KEYS).default([]).describe("These series, besides the first ones."),
  first: integer
    .pipe(z.number().min(0).max(50))
    .default(0)
    .describe("So many of the directory, without constants and repetitions."),
  x: z.enum(SERIES_AXES).default("step"),
  from: number.nullish().describe("The visible range of x; all of it by default."),
  to: number.nullish(),
  points: integer
    .pipe(z.number().min(10).max(MAX_POINTS))
    .default(300)
    .describe("The width of the chart: a series with more values is reduced to as many stretches of x."),
  smoothing: smoothing.nullish(),
});

export type RunSeriesRead = z.output<typeof runSeriesRead>;

const directoryEntry = z.looseObject({
  key: z.string(),
  count: integer.describe("Iterations with a value."),
  last: number,
  constant: number.nullish().describe("The value that all iterations have."),
  same_as: z.string().nullish().describe("A series before it with the same values."),
});

const values = z.array(number.nullable());

const runSeries = z.looseObject({
  key: z.string(),
  x: z.array(number).describe("Ascending. Values just outside the range are kept, so that lines continue there."),
  last: values.describe("The last value of each stretch; null is a gap: values are missing there."),
  low: values.nullish().describe("The lowest of each stretch; absent where each has one value."),
  high: values.nullish(),
  smooth: values.nullish().describe("The smoothed value at the end of each stretch, from all values."),
  band_low: values.nullish().describe("One standard deviation below a reward, the 95 % interval of an evaluation."),
  band_high: values.nullish(),
});

export type RunSeries = z.output<typeof runSeries>;

export const runSeriesPage = z.looseObject({
  iterations: integer,
  axes: z.array(z.enum(SERIES_AXES)).describe("Those for which the run has values."),
  x: z.enum(SERIES_AXES).describe("The axis of the series: `step` where the run has no values for the other."),
  extent: z.array(number).describe("The ends of x over the whole run; empty without iterations."),
  restarts: z.array(number).describe("Where the run began again, in units of x."),
  directory: z.array(directoryEntry).describe("All series with a value, in the order in which they are read."),
  series: z.array(runSeries),
});

export type RunSeriesPage = z.output<typeof runSeriesPage>;
