import { z } from "zod";
import { integer, number, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";
import { evaluationMembers, hasOnePrompt, ONE_PROMPT, promptMembers } from "./evaluation-runs";

const MAX_EVERY = 999;
const MAX_STEPS = 2000;
const MAX_LISTED_MODELS = 200;

const modelId = z.string().min(1).max(256);

/** The evaluation of a model's checkpoints: each is evaluated in the same way. */
export const checkpointEvaluationSettings = z
  .strictObject({
    is_on: z.boolean().default(true).describe("Evaluates each new checkpoint by itself."),
    every: integer
      .pipe(z.number().min(1, { error: "At least 1" }).max(MAX_EVERY))
      .default(1)
      .describe("Only checkpoints whose step is a multiple of this."),
    score: z
      .string()
      .min(1, { error: "Choose the score that decides" })
      .max(500)
      .describe("The score by which a checkpoint is the best: a scorer, or a value of it such as `near.within`."),
    direction: z.enum(["higher", "lower"]).default("higher").describe("Which values of that score are better."),
    ...promptMembers,
    ...evaluationMembers,
  })
  .refine(hasOnePrompt, ONE_PROMPT)
  .refine(({ score, scorers }) => scorers.some(({ name }) => score === name || score.startsWith(`${name}.`)), {
    error: "No scorer gives this score",
    path: ["score"],
  });

export type CheckpointEvaluationSettings = z.output<typeof checkpointEvaluationSettings>;
export type CheckpointEvaluationSettingsInput = z.input<typeof checkpointEvaluationSettings>;

export const checkpointEvaluationById = z.object({ model_id: modelId });

export const checkpointEvaluationSet = z.object({ model_id: modelId, settings: checkpointEvaluationSettings });

export const checkpointEvaluationStart = z.object({
  model_id: modelId,
  steps: z
    .array(integer.pipe(z.number().min(0)))
    .min(1)
    .max(MAX_STEPS)
    .nullish()
    .describe("These checkpoints, also those whose evaluation failed or was stopped. Null: all without an evaluation."),
});

export const checkpointEvaluationList = z.object({
  project_id: projectId,
  model_ids: z.array(modelId).min(1).max(MAX_LISTED_MODELS),
});

/** One score of a checkpoint, by the same rule as everywhere: one value per example, then the mean over examples. */
export const checkpointScore = z.looseObject({
  id: z.string().describe("The scorer, and the value below it: `near.within`."),
  kind: z.enum(["boolean", "number"]),
  mean: number.nullable(),
  low: number.nullable().describe("The 95 % interval; null below ten examples."),
  high: number.nullable(),
  example_count: integer,
  failure_count: integer.describe("Trials whose scorer failed."),
});

/** Figures by lineage: of the rows that the model was trained on, in any of its jobs, and of those held out. */
const checkpointRows = z.looseObject({
  key: z.string().describe("Names the trained rows: figures with another key are of other rows."),
  trained_count: integer,
  held_out_count: integer,
  trained: z.array(checkpointScore).describe("Empty where all rows are of one kind."),
  held_out: z.array(checkpointScore),
  is_known: z
    .boolean()
    .describe("False where the model was trained on other rows after the calls of the run were deleted."),
});

/** Figures are stored when a run has finished, so that they outlive its calls. */
const checkpointFigures = z.looseObject({
  example_count: integer,
  trial_count: integer,
  error_count: integer.describe("Trials whose model gave no answer; they count as failed."),
  cost_usd: number.nullable(),
  scores: z.array(checkpointScore).describe("Over all rows."),
  rows: checkpointRows.nullish().describe("Null or absent until the lineage of the rows was read."),
});

export type CheckpointFigures = z.output<typeof checkpointFigures>;
export type CheckpointRows = z.output<typeof checkpointRows>;
export type CheckpointScore = z.output<typeof checkpointScore>;

const CHECKPOINT_RUN_STATES = ["waiting", "running", "paused", "over_budget", "stopped", "failed", "finished"] as const;

const checkpointRun = z.looseObject({
  run_id: z.string(),
  call_id: z.string().nullable().describe("The root call of its evaluation; null until it has begun."),
  state: z
    .enum(CHECKPOINT_RUN_STATES)
    .describe("`over_budget`: paused by its limit of money; it can be resumed with another one."),
  reason: z.string().nullable().describe("Why it is paused, stopped or failed."),
  done: integer.nullable().describe("Ended trials of a run that has begun."),
  total: integer.nullable(),
  requested_by: z.string().nullable().describe("Null for one that began by itself."),
  requested_at: timestamp,
  ended_at: timestamp.nullable(),
  figures: checkpointFigures.nullable().describe("Null until it has finished."),
});

export type CheckpointRun = z.output<typeof checkpointRun>;

const evaluatedCheckpoint = z.looseObject({
  id: z.string(),
  step: integer,
  gradient_steps: integer.describe("Of all jobs that led to it."),
  created_at: timestamp,
  run: checkpointRun.nullable().describe("Null for a checkpoint that is not evaluated."),
});

export type EvaluatedCheckpoint = z.output<typeof evaluatedCheckpoint>;

export const bestCheckpoint = z.looseObject({
  step: integer,
  mean: number,
  low: number.nullable(),
  high: number.nullable(),
  part: z
    .enum(["held_out", "all"])
    .nullish()
    .describe("The rows that decided: the held-out ones where some were trained on."),
  example_count: integer.nullish(),
});

export const checkpointEvaluation = z.looseObject({
  model_id: z.string(),
  settings: checkpointEvaluationSettings.nullable().describe("Null while no evaluation is set."),
  set_by: z.string().nullable(),
  set_at: timestamp.nullable(),
  checkpoints: z.array(evaluatedCheckpoint).describe("The newest 2,000, by step."),
  has_more: z.boolean(),
  best: bestCheckpoint
    .nullable()
    .describe("By the score that decides, over held-out rows where some were trained on; of equals the newest."),
  other_count: integer.describe("Checkpoints that were evaluated with other settings, which do not count here."),
});

export type CheckpointEvaluation = z.output<typeof checkpointEvaluation>;

const listedEvaluation = z.looseObject({
  model_id: z.string(),
  is_on: z.boolean(),
  name: z.string(),
  score: z.string(),
  best: bestCheckpoint.nullable(),
  evaluated_count: integer,
  failed_count: integer.describe("Evaluations that failed, were stopped, or are paused, also by their limit of money."),
});

export type ListedCheckpointEvaluation = z.output<typeof listedEvaluation>;

export const checkpointEvaluations = z.looseObject({ models: z.array(listedEvaluation) });
