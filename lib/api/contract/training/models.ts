import { z } from "zod";
import { searchWords } from "@/lib/api/contract/query/search-words";
import { integer, jsonObject, timestamp } from "@/lib/api/contract/scalars/scalars";
import { page, pageLimit, pageOrder, pageRequest } from "./page-of-records";
import { trajectoryGroup } from "./trajectories";

const id = z.string().min(1).max(256);

/** Part of `wandb-artifact:///entity/project/name:step3`, so it must not contain a slash or a colon. */
export const modelNamePart = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^/:\s\p{Cc}](?:[^/:\p{Cc}]*[^/:\s\p{Cc}])?$/u, {
    error: "Must not contain slashes or colons, nor begin or end with a space",
  });

export const modelCreate = z.object({
  entity: modelNamePart.nullish().describe("Null for the service's default, which the response names."),
  project: modelNamePart,
  name: modelNamePart,
  base_model: z.string().min(1).max(512).describe("With `from`, that of the other model."),
  from: z
    .strictObject({ model_id: id, step: integer.pipe(z.number().min(0)) })
    .nullish()
    .describe(
      "A checkpoint of a model of the same project: step 0 has a copy of its weights in place of the base model's.",
    ),
  return_existing: z.boolean().default(false).describe("Return the existing model with this name, if any."),
});

const model = z.looseObject({
  id: z.string(),
  entity: z.string(),
  project: z.string(),
  name: z.string(),
  base_model: z.string(),
  run_id: z.string().nullish(),
});

export const modelCreated = model.extend({
  warning: z.string().nullish().describe("Why the service's trainer cannot train it; null if it can, or if unknown."),
});

export const forkedFrom = z
  .looseObject({ model_id: z.string(), name: z.string(), step: integer })
  .nullish()
  .describe("The checkpoint whose weights step 0 has; null for a model that began with its base model.");

export const modelRecord = model.extend({
  created_at: timestamp,
  created_by: z.string(),
  latest_step: integer.nullable().describe("Null when every checkpoint was deleted."),
  checkpoint_count: integer,
  job_count: integer,
  forked_from: forkedFrom,
});

export const modelParams = z.object({ model_id: id });

export const modelById = z.object({ model_id: id });

export const modelsList = z.object({
  project_id: z
    .string()
    .min(1)
    .max(256)
    .nullish()
    .describe("entity/project; null for all that the credential may see."),
  words: searchWords.describe("Each occurs in the name or the base model, in any case."),
  ...pageRequest,
});

export const modelsPage = page(modelRecord);

export const modelDeleteResult = z.looseObject({
  model_id: z.string(),
  deleted_checkpoints: integer,
  deleted_run: z.boolean(),
});

export const logTrajectories = z.object({ split: z.string().min(1), trajectory_groups: z.array(trajectoryGroup) });

export const checkpointsQuery = z.object({
  after: z.string().optional(),
  limit: pageLimit,
  order: pageOrder.default("asc"),
});

export const checkpoint = z.looseObject({
  id: z.string(),
  step: integer,
  metrics: jsonObject,
  created_at: timestamp.optional().describe("Extension of the embedded service."),
  training_job_id: z
    .string()
    .nullish()
    .describe("The job that trained it; null for a base model. Extension of the embedded service."),
});

export const checkpointsPage = page(checkpoint);

export const checkpointsDelete = z.object({ steps: z.array(integer).max(1_000) });

export const checkpointsDeleteResult = z.looseObject({ deleted_count: integer, not_found_steps: z.array(integer) });

export const baseModels = z.array(z.string());

/** A chat completion request from OpenAI's clients; the model handles members that it does not know. */
export const chatCompletionCreate = z.looseObject({
  model: z.string().min(1).describe("wandb-artifact:///entity/project/name, with :step3 for a checkpoint."),
  messages: z.array(jsonObject),
  stream: z.boolean().nullish().describe("When true, the response is server-sent events in OpenAI's format."),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
});

export const chatCompletion = z.looseObject({
  id: z.string(),
  object: z.string(),
  created: integer,
  model: z.string(),
  choices: z.array(jsonObject),
  usage: jsonObject.nullish(),
});
