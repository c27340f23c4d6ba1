import { z } from "zod";
import { integer, jsonObject, number, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";
import { columnMap } from "./column-map";
import { callLimits, runCourse, runsPagePlace } from "./run-members";
import { namedScorers } from "./scorers";

const MAX_MODELS = 20;
const MAX_TRIALS = 50;
const MAX_CONCURRENCY = 64;

export const promptMessage = z.strictObject({
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: z.string().max(200_000),
});

/** Parameters of the request; absent ones are left to the model. */
export const samplingParams = z.strictObject({
  temperature: number.nullish(),
  top_p: number.nullish(),
  max_tokens: integer.nullish(),
  max_completion_tokens: integer.nullish().describe("The name of `max_tokens` at newer models."),
  presence_penalty: number.nullish(),
  frequency_penalty: number.nullish(),
  seed: integer.nullish(),
  stop: z.array(z.string()).nullish(),
  response_format: z.enum(["text", "json_object"]).nullish(),
});

/** The request that is sent for each row: `{column}` in a message becomes the value of the row. */
export const promptMembers = {
  messages: z.array(promptMessage).max(100).default([]),
  prompt_ref: z.string().max(1000).nullish().describe("A version of a prompt object, instead of `messages`."),
  params: samplingParams.default({}),
};

type Prompt = { readonly messages: readonly unknown[]; readonly prompt_ref?: string | null | undefined };

/** Messages or a prompt object, and not both. */
export const hasOnePrompt = ({ messages, prompt_ref: ref }: Prompt) => messages.length > 0 !== Boolean(ref);
export const ONE_PROMPT = { error: "Enter messages, or choose a prompt", path: ["messages"] };

/** A model with its prompt. */
const evaluatedModel = z
  .strictObject({
    model: z
      .string()
      .min(1, { error: "Choose a model" })
      .max(500)
      .describe("As for /completions/create: provider/model, or wandb-artifact:///entity/project/name:step3."),
    ...promptMembers,
  })
  .refine(hasOnePrompt, ONE_PROMPT);

export type EvaluatedModel = z.output<typeof evaluatedModel>;

const rowFilter = z.strictObject({
  column: z.string().min(1).max(500),
  operator: z.enum(["is", "is_not", "contains", "is_empty", "is_not_empty"]),
  value: z.string().max(1000).default(""),
});

export type RowFilter = z.output<typeof rowFilter>;

export const evaluatedRows = z.strictObject({
  dataset_ref: z.string().min(1, { error: "Choose a table" }).max(1000).describe("One version of a Dataset object."),
  filters: z.array(rowFilter).max(20).default([]).describe("Only rows that match all of these."),
  sample: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("all") }),
      z.strictObject({ kind: z.literal("first"), count: integer.pipe(z.number().min(1)) }),
      z.strictObject({
        kind: z.literal("random"),
        count: integer.pipe(z.number().min(1)),
        seed: integer.pipe(z.number()).default(1).describe("The same seed takes the same rows."),
      }),
    ])
    .default({ kind: "all" }),
});

export type EvaluatedRows = z.output<typeof evaluatedRows>;

export const runLimits = z.strictObject({
  concurrency: integer.pipe(z.number().min(1).max(MAX_CONCURRENCY)).default(8).describe("Calls at a time, per model."),
  ...callLimits,
  max_error_percent: number
    .pipe(z.number().min(0).max(100))
    .nullish()
    .describe("Pauses when more of the trials failed, from the 20th trial on."),
  max_cost_usd: number.pipe(z.number().positive()).nullish().describe("Pauses before this is spent."),
});

/** The members of an evaluation besides its models. */
export const evaluationMembers = {
  name: z.string().trim().min(1, { error: "Enter a name" }).max(128),
  rows: evaluatedRows,
  column_map: columnMap.nullish(),
  scorers: namedScorers,
  trials: integer.pipe(z.number().min(1).max(MAX_TRIALS)).default(1),
  limits: runLimits.default({ concurrency: 8, timeout_s: 120, retries: 2 }),
};

/** What an evaluation runs: models × rows × trials, and the scorers of each answer. */
export const evaluationSettings = z.strictObject({
  ...evaluationMembers,
  models: z.array(evaluatedModel).min(1, { error: "Add a model" }).max(MAX_MODELS),
});

export type EvaluationSettings = z.output<typeof evaluationSettings>;
export type EvaluationSettingsInput = z.input<typeof evaluationSettings>;

export const runSettings = z.object({ project_id: projectId, settings: evaluationSettings });

export const runById = z.object({ project_id: projectId, run_id: z.string().min(1).max(128) });

export const runRead = runById.extend({
  rows_limit: integer
    .pipe(z.number().min(0).max(500))
    .default(100)
    .describe("Rows with their marks that have begun, in order."),
  rows_offset: integer.pipe(z.number().min(0)).default(0).describe("Among the rows that have begun."),
  scorer: z.string().nullish().describe("Whose marks; the first when absent."),
});

export const runResume = runById.extend({
  concurrency: integer.pipe(z.number().min(1).max(MAX_CONCURRENCY)).nullish(),
  max_cost_usd: number.pipe(z.number().positive()).nullish().describe("A new limit; absent keeps the old one."),
  max_error_percent: number.pipe(z.number().min(0).max(100)).nullish(),
});

export const runsList = z.object({
  project_id: projectId,
  ...runsPagePlace,
});

/** One scorer's result for one answer: `score` is null where there is none, and `error` says why. */
const shownScore = z.looseObject({ name: z.string(), score: z.unknown(), error: z.string().nullable() });

const previewedTrial = z.looseObject({
  model_index: integer,
  output: z.unknown(),
  error: z.string().nullable(),
  latency_ms: z.number(),
  tokens: integer,
  cost_usd: z.number().nullable(),
  scores: z.array(shownScore),
});

export const runPreviewResult = z.looseObject({
  rows: z.array(
    z.looseObject({ position: integer, digest: z.string(), row: jsonObject, trials: z.array(previewedTrial) }),
  ),
  cost_usd: z.number().nullable(),
});

/** Null means that it is not known: no price, or no earlier call of the model. */
const modelEstimate = z.looseObject({
  model: z.string(),
  role: z.enum(["model", "judge"]),
  calls: integer,
  tokens: integer,
  cost_usd: z.number().nullable(),
  cost_low_usd: z.number().nullable(),
  cost_high_usd: z.number().nullable(),
  seconds: z.number().nullable(),
  basis: z.enum(["calls", "assumed"]).describe("`calls`: from recent calls of the model. `assumed`: a usual length."),
  basis_calls: integer,
});

export const runEstimateResult = z.looseObject({
  rows: integer,
  rows_in_table: integer,
  columns: z.array(z.string()),
  first_rows: z.array(jsonObject),
  trials: integer.describe("models × rows × trials"),
  calls: integer,
  tokens: integer,
  cost_usd: z.number().nullable(),
  cost_low_usd: z.number().nullable(),
  cost_high_usd: z.number().nullable(),
  seconds: z.number().nullable(),
  unpriced_models: z.array(z.string()),
  models: z.array(modelEstimate),
});

export const scoreFigures = z.looseObject({
  name: z.string(),
  mean: z.number().nullable().describe("Of the row means; null when nothing counts."),
  low: z.number().nullable(),
  high: z.number().nullable(),
  scored: integer,
  failed: integer,
});

export const modelProgress = z.looseObject({
  model: z.string(),
  label: z.string(),
  call_id: z.string().nullable().describe("The root call of its evaluation."),
  done: integer,
  errors: integer,
  running: integer,
  tokens: integer,
  cost_usd: z.number().nullable(),
  scores: z.array(scoreFigures),
});

export const trialEvent = z.looseObject({
  model_index: integer,
  position: integer,
  row: integer.nullish().describe("In the whole table, from 0; null where it is not known."),
  trial: integer,
  call_id: z.string(),
  ended_at: timestamp,
  error: z.string().nullable(),
  value: z.number().nullable().describe("Of the first scorer that has a number or a boolean."),
});

export const evaluationRun = z.looseObject({
  id: z.string(),
  project_id: z.string(),
  name: z.string(),
  ...runCourse,
  evaluation_ref: z.string().nullable(),
  rows: integer,
  trials: integer,
  total: integer,
  done: integer,
  errors: integer,
  tokens: integer,
  cost_usd: z.number().nullable(),
  rate_per_minute: z.number().nullable().describe("Of the last minutes; null when nothing ended lately."),
  models: z.array(modelProgress),
});

export type EvaluationRun = z.output<typeof evaluationRun>;

export const evaluationRunDetail = evaluationRun.extend({
  settings: evaluationSettings,
  first_errors: z.array(trialEvent),
  latest: z.array(trialEvent),
  row_marks: z
    .array(
      z.looseObject({
        position: integer.describe("Among the rows of the run, from 0."),
        row: integer.nullish().describe("In the whole table, from 0; null where the table was deleted."),
        text: z.string(),
        marks: z.array(z.string()),
        done: integer,
      }),
    )
    .describe(
      "`marks`: a text per model with a character per trial: . waits, r runs, e failed, n has no score, 0 to 9 a score from 0 to 1.",
    ),
  rows_complete: integer,
});

export type EvaluationRunDetail = z.output<typeof evaluationRunDetail>;

export const runsPage = z.looseObject({ runs: z.array(evaluationRun), has_more: z.boolean() });
