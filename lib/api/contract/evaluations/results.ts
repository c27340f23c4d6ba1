import { z } from "zod";
import { integer, number, projectId } from "@/lib/api/contract/scalars/scalars";
import { alignBy } from "./alignment";
import { countedRows, listedRows } from "./counted-rows";
import { MAX_COMPARED_RUNS, MAX_RESULT_ROWS, resultFilterNames } from "./evaluation-limits";
import { offset, page } from "./page";
import { errorsAsFailures } from "./statistics";

const resultSorts = ["position", "score", "change", "latency", "tokens"] as const;

const runIds = z.array(z.string().max(128)).min(1).max(MAX_COMPARED_RUNS);

export const evaluationResultsQuery = z.object({
  project_id: projectId,
  run_ids: runIds.describe("One to six runs; differences are to the first."),
  align_by: alignBy,
  rows: listedRows,
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

export const evaluationResultRow = z.looseObject({
  /** The digest of the example, or of the members that the runs are aligned by. */
  key: z.string(),
  digest: z.string(),
  /** In the dataset of the first run that has it, from 0; null when it is not there. */
  position: integer.nullable(),
  /** True for a row that a model of the runs was trained on. */
  is_trained: z.boolean().nullish(),
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
  rows_counted: countedRows.nullish(),
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

export type EvaluationResults = z.infer<typeof evaluationResults>;
export type EvaluationResultRow = z.infer<typeof evaluationResultRow>;
export type EvaluationTrial = z.infer<typeof trial>;
export type ResultFilter = (typeof resultFilterNames)[number];
export type ResultSort = (typeof resultSorts)[number];
