import { z } from "zod";
import { integer, number, projectId } from "@/lib/api/contract/scalars/scalars";
import { countedRows, rowSelection } from "./counted-rows";
import { MAX_FIGURE_RUNS } from "./evaluation-limits";
import { comparison, errorsAsFailures, interval, meanIntervalMethod } from "./statistics";

/** Figures of one value that a scorer returned: a scorer that returns an object has one for each member. */
const scoreFigures = z.looseObject({
  /** The path below `scores`, with dots: `Close.distance`. */
  id: z.string(),
  scorer: z.string(),
  kind: z.enum(["boolean", "number", "text"]),
  /** The mean over examples of the mean over trials; null for texts. */
  mean: number.nullable(),
  interval: interval.nullable(),
  interval_method: meanIntervalMethod,
  /** Examples and trials that have a value. */
  example_count: integer,
  trial_count: integer,
  /** Trials without a value: the scorer failed, returned nothing or was not asked. */
  missing_count: integer,
  /** Trials whose scorer ended with an exception. */
  failure_count: integer,
  minimum: number.nullable(),
  maximum: number.nullable(),
  deviation_within: number.nullable(),
  deviation_between: number.nullable(),
  /** Ten equal bins of the values of trials, from minimum to maximum, or from 0 to 1 where all values lie there. */
  bins: z.array(integer),
  bin_start: number.nullable(),
  bin_end: number.nullable(),
  /** The most frequent values of a text. */
  values: z.array(z.looseObject({ value: z.string(), count: integer })),
  /** Examples by the number of their trials that passed; empty for other kinds. */
  passes: z.array(z.looseObject({ trials: integer, passes: integer, examples: integer })),
  pass_at: z.array(z.looseObject({ k: integer, any: number, all: number, examples: integer })),
  flaky_count: integer,
  /** The figure in the summary that the client logged, where it has one. */
  logged: number.nullable(),
  /** True when it differs from `mean`: clients count missing scores in different ways. */
  logged_differs: z.boolean(),
  change: comparison.nullable(),
});

const evaluationFigures = z.looseObject({
  run_id: z.string(),
  against_id: z.string().nullable(),
  /** The rows that the figures are over. */
  rows: countedRows.nullish(),
  example_count: integer,
  trial_count: integer,
  running_count: integer,
  /** Trials whose model gave no answer. */
  error_count: integer,
  /** Scores that are missing because their scorer failed. */
  scorer_failure_count: integer,
  trials_per_example: looseRange(),
  latency_ms: z.looseObject({ p50: number, p99: number, mean: number }).nullable(),
  total_tokens: number.nullable(),
  cost_usd: number.nullable(),
  /** Tokens and cost of the run with its judges. */
  run_tokens: number.nullable(),
  run_cost_usd: number.nullable(),
  scores: z.array(scoreFigures),
  /** The stored summary, as the client logged it. */
  logged_summary: z.unknown(),
});

function looseRange() {
  return z.looseObject({ minimum: integer, maximum: integer });
}

export const evaluationFiguresQuery = z.object({
  project_id: projectId,
  runs: z
    .array(
      z.object({
        id: z.string().max(128),
        against_id: z.string().max(128).nullish().describe("A run whose scores on the same examples are compared."),
      }),
    )
    .min(1)
    .max(MAX_FIGURE_RUNS),
  rows: rowSelection,
  same_rows: z
    .boolean()
    .nullish()
    .describe(
      "Leave out the rows that a model of any of these runs was trained on, so that their figures are over the same rows. By default a run and the one that it is compared with have their own.",
    ),
  errors_as_failures: errorsAsFailures,
});

export const evaluationFiguresResult = z.looseObject({ runs: z.array(evaluationFigures) });

export type EvaluationFigures = z.infer<typeof evaluationFigures>;
export type ScoreFigures = z.infer<typeof scoreFigures>;
