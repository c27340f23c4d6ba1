import { z } from "zod";
import { integer, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";
import { MAX_FIGURE_RUNS, MAX_RUNS_PER_PAGE } from "./evaluation-limits";
import { offset, page } from "./page";

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
  prompt_ref: z.string().nullish().describe("The version of a prompt that the model was made of."),
  model_name: z.string(),
  dataset_ref: z.string().nullable(),
  dataset_name: z.string(),
  /** The index of the dataset's version; absent or null where the dataset is only a name, deleted or unknown. */
  dataset_version: integer.nullish(),
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

export type EvaluationRun = z.infer<typeof evaluationRun>;
