import { z } from "zod";
import { integer, number, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";
import {
  MAX_COMPARED_RUNS,
  MAX_FIGURE_RUNS,
  MAX_RESULT_ROWS,
  MAX_RUNS_PER_PAGE,
  resultFilterNames,
} from "./evaluation-limits";

const page = (maximum: number, initial: number) =>
  integer
    .refine((limit) => limit >= 1 && limit <= maximum, { error: `expected 1 to ${maximum}` })
    .nullish()
    .describe(`1 to ${maximum}. Defaults to ${initial}.`);
const offset = integer.refine((from) => from >= 0, { error: "expected 0 or more" }).nullish();

const evaluationRunStates = [
  /** Started, and something below it ended lately. */
  "running",
  /** Started, and silent for longer than a trial takes. */
  "lost",
  "failed",
  "cancelled",
  "finished",
  /** Ended without an output: the summary was never written. */
  "unsummarized",
] as const;

export const evaluationsQuery = z.object({
  project_id: projectId,
  run_ids: z.array(z.string().max(128)).max(MAX_FIGURE_RUNS).nullish().describe("Only these runs."),
  limit: page(MAX_RUNS_PER_PAGE, MAX_RUNS_PER_PAGE),
  offset,
});

/** One execution of an evaluation. */
const evaluationRun = z.looseObject({
  id: z.string(),
  trace_id: z.string(),
  /** The name of the run, else of its evaluation. Names do not identify runs. */
  name: z.string(),
  state: z.enum(evaluationRunStates),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  /** The last sign of life of a run that has not ended. */
  last_activity_at: timestamp.nullable(),
  exception: z.string().nullable(),
  evaluation_ref: z.string().nullable(),
  /** The object id of the evaluation: with the dataset it says which runs belong together. */
  evaluation_id: z.string(),
  model_ref: z.string().nullable(),
  model_name: z.string(),
  dataset_ref: z.string().nullable(),
  dataset_name: z.string(),
  /** Equal for equal rows: the digest of the table, or of the dataset where it has none. */
  dataset_key: z.string(),
  dataset_state: z.enum(["stored", "deleted", "unknown"]),
  /** Rows of the dataset; null where its row count is not the number of examples. */
  dataset_row_count: integer.nullable(),
  /** Trials per example that were planned; null where none is stated. */
  trials: integer.nullable(),
  /** Trials that have ended. */
  ended_trial_count: integer,
  /** Rows × trials, where both are stated. */
  expected_trial_count: integer.nullable(),
  writer: z.enum(["evaluation", "logger"]),
  scorer_refs: z.array(z.string()),
  /** Set by a run that is made of another one's outputs. */
  source_run_id: z.string().nullable(),
  user_id: z.string().nullable(),
});

export const evaluationsResult = z.looseObject({ runs: z.array(evaluationRun), total_count: integer });

const interval = z.looseObject({ low: number, high: number });

const comparison = z.looseObject({
  examples: integer,
  difference: number.nullable(),
  interval: interval.nullable(),
  p: number.nullable(),
  test: z.enum(["mcnemar", "sign-flip"]).nullable(),
  higher: integer,
  same: integer,
  lower: integer,
  verdict: z.enum(["none", "too-few-examples", "too-few-changes", "no-difference-shown", "higher", "lower"]),
  needed_examples: integer.nullable(),
  detectable_difference: number.nullable(),
});

/** Figures of one value that a scorer returned: a scorer that returns an object has one for each member. */
const scoreFigures = z.looseObject({
  /** The path below `scores`, with dots: `Close.distance`. */
  id: z.string(),
  scorer: z.string(),
  kind: z.enum(["boolean", "number", "text"]),
  /** The mean over examples of the mean over trials; null for texts. */
  mean: number.nullable(),
  interval: interval.nullable(),
  interval_method: z.enum(["wilson", "resampled"]).nullable(),
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

const errorsAsFailures = z
  .boolean()
  .nullish()
  .describe("Count a trial without an answer as failed in yes-or-no scores. Defaults to true.");

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
  errors_as_failures: errorsAsFailures,
});

export const evaluationFiguresResult = z.looseObject({ runs: z.array(evaluationFigures) });

const resultSorts = ["position", "score", "change", "latency", "tokens"] as const;

const alignBy = z
  .array(z.string().max(256))
  .max(20)
  .nullish()
  .describe("Align examples by these members instead of their digest.");

const runIds = z.array(z.string().max(128)).min(1).max(MAX_COMPARED_RUNS);

export const evaluationResultsQuery = z.object({
  project_id: projectId,
  run_ids: runIds.describe("One to six runs; differences are to the first."),
  align_by: alignBy,
  score: z.string().max(512).nullish().describe("The id of the score that filters, differences and the sort use."),
  focus_id: z.string().max(128).nullish().describe("The run that worse and better mean. Defaults to the second."),
  show: z.enum(resultFilterNames).nullish().describe("Defaults to all."),
  passes: integer.nullish().describe("Only examples with this number of passed trials in the focused run."),
  where: z
    .array(z.object({ path: z.string().max(512), value: z.string().max(2048) }))
    .max(10)
    .nullish()
    .describe("Only examples whose member has this value, as text."),
  search: z.string().max(512).nullish().describe("Only examples whose JSON contains this text."),
  sort_by: z.object({ by: z.enum(resultSorts), direction: z.enum(["asc", "desc"]) }).nullish(),
  errors_as_failures: errorsAsFailures,
  find: z
    .object({ key: z.string().max(512).nullish(), next: z.enum(resultFilterNames).nullish() })
    .nullish()
    .describe(
      "Also return one example: that of this key, or with `next` the first of the list after it that this filter selects.",
    ),
  texts: z
    .enum(["begin", "whole"])
    .nullish()
    .describe(
      "The first characters of examples and answers (default), or whole ones; a page of long texts then ends early.",
    ),
  limit: page(MAX_RESULT_ROWS, 50),
  offset,
});

const trial = z.looseObject({
  call_id: z.string(),
  model_call_id: z.string().nullable(),
  state: z.enum(["answered", "failed", "running"]),
  latency_ms: number.nullable(),
  total_tokens: number.nullable(),
  cost_usd: number.nullable(),
  /** By score id; a score that was logged as null is null, a missing one is absent. */
  scores: z.record(z.string(), z.unknown()),
  /** Scores whose scorer failed. */
  failed_scores: z.array(z.string()),
  /** The answer's JSON text, by default its first characters. */
  output: z.string().nullable(),
  output_length: integer,
});

const evaluationResultRow = z.looseObject({
  /** The digest of the example, or of the members that the runs are aligned by. */
  key: z.string(),
  digest: z.string(),
  /** In the dataset of the first run that has it, from 0; null when it is not there. */
  position: integer.nullable(),
  /** JSON text of the example, by default cut after some thousand characters; null when it was deleted. */
  example: z.string().nullable(),
  example_length: integer,
  /** In the order of the request; null for a run that lacks the example. */
  runs: z.array(
    z.looseObject({ value: number.nullable(), change: number.nullable(), trials: z.array(trial) }).nullable(),
  ),
});

export const evaluationResults = z.looseObject({
  rows: z.array(evaluationResultRow),
  /** The example of `find`, null when there is none; its index is null when the list leaves it out. */
  found: z.looseObject({ row: evaluationResultRow, index: integer.nullable() }).nullish(),
  total_count: integer,
  /** Examples by filter. */
  counts: z.record(z.string(), integer),
  /** Examples that all runs have, and those that only one run has, by run. */
  shared_count: integer,
  only_counts: z.array(integer),
  scores: z.array(z.looseObject({ id: z.string(), scorer: z.string(), kind: z.enum(["boolean", "number", "text"]) })),
  /** Members of the examples, for slices and alignment; and those that the models received. */
  members: z.array(z.string()),
  model_inputs: z.array(z.string()),
});

export const evaluationCompareQuery = z.object({
  project_id: projectId,
  run_ids: z.array(z.string().max(128)).min(2).max(MAX_COMPARED_RUNS).describe("The first is the baseline."),
  align_by: alignBy,
  errors_as_failures: errorsAsFailures,
});

export const evaluationCompareResult = z.looseObject({
  shared_count: integer,
  /** Examples of each run. */
  example_counts: z.array(integer),
  runs: z.array(
    z.looseObject({
      run_id: z.string(),
      /** Examples that it shares with the baseline. */
      paired_count: integer,
      scores: z.array(
        z.looseObject({
          id: z.string(),
          /** Over the examples that all runs have. */
          mean: number.nullable(),
          interval: interval.nullable(),
          /** Null for the baseline itself, and for texts. */
          comparison: comparison.extend({ holm_p: number.nullable(), win_share: number.nullable() }).nullable(),
          pass_at: z.array(z.looseObject({ k: integer, any: number, all: number, examples: integer })),
        }),
      ),
    }),
  ),
  /** What makes the comparison doubtful. */
  warnings: z.array(z.string()),
});

export const evaluationSlicesQuery = z.object({
  project_id: projectId,
  run_id: z.string().max(128),
  score: z.string().max(512),
  path: z.string().max(512).nullish().describe("A member of the examples. Defaults to one with few values."),
  errors_as_failures: errorsAsFailures,
});

export const evaluationSlicesResult = z.looseObject({
  path: z.string().nullable(),
  paths: z.array(z.looseObject({ path: z.string(), value_count: integer })),
  mean: number.nullable(),
  values: z.array(
    z.looseObject({
      value: z.string(),
      examples: integer,
      mean: number.nullable(),
      interval: interval.nullable(),
      is_within_noise: z.boolean(),
    }),
  ),
  other_count: integer,
});

export type EvaluationRun = z.infer<typeof evaluationRun>;
export type EvaluationFigures = z.infer<typeof evaluationFigures>;
export type ScoreFigures = z.infer<typeof scoreFigures>;
export type EvaluationComparison = z.infer<typeof comparison>;
export type EvaluationResults = z.infer<typeof evaluationResults>;
export type EvaluationResultRow = z.infer<typeof evaluationResultRow>;
export type EvaluationTrial = z.infer<typeof trial>;
export type EvaluationCompareResult = z.infer<typeof evaluationCompareResult>;
export type EvaluationSlices = z.infer<typeof evaluationSlicesResult>;
export type ResultFilter = (typeof resultFilterNames)[number];
export type ResultSort = (typeof resultSorts)[number];
