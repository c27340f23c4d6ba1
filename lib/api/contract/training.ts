import { z } from "zod";
import { integer, jsonObject, number } from "./wire";

const message = z.looseObject({
  role: z.string().optional(),
  content: z.unknown().optional(),
  name: z.string().optional(),
});

const tool = z.looseObject({
  type: z.literal("function"),
  function: z.looseObject({
    name: z.string(),
    description: z.string().nullish(),
    parameters: jsonObject.nullish(),
    strict: z.boolean().nullish(),
  }),
});

export const trajectory = z.looseObject({
  messages_and_choices: z.array(message),
  reward: number,
  tools: z.array(tool).nullish(),
  additional_histories: z.array(z.unknown()).nullish(),
  metrics: jsonObject.nullish(),
  metadata: jsonObject.nullish(),
  logs: z.array(z.unknown()).nullish(),
  start_time: z.string().nullish(),
});

export const trajectoryGroup = z.looseObject({ trajectories: z.array(trajectory) });

export const trainingJobCreate = z.object({
  model_id: z.string().min(1),
  trajectory_groups: z.array(trajectoryGroup),
  experimental_config: z
    .looseObject({ learning_rate: number.nullish(), precalculate_logprobs: z.boolean().nullish() })
    .nullish(),
});

export const trainingJob = z.looseObject({ id: z.string() });

export const logTrajectories = z.object({ split: z.string().min(1), trajectory_groups: z.array(trajectoryGroup) });

export const modelParams = z.object({ model_id: z.string().min(1).max(256) });
export const trainingJobParams = z.object({ training_job_id: z.string().min(1).max(256) });

const pageLimit = z.coerce.number().int().min(1).max(100).default(20);

export const checkpointsQuery = z.object({
  after: z.string().optional(),
  limit: pageLimit,
  order: z.enum(["asc", "desc"]).default("asc"),
});

export const eventsQuery = z.object({ after: z.string().optional(), limit: pageLimit });

/** List envelope: a page of items in order; `last_id` is the next page's `after`. */
function page<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    data: z.array(item),
    has_more: z.boolean(),
    object: z.string().default("list"),
    first_id: z.string().nullish().default(""),
    last_id: z.string().nullish().default(""),
  });
}

export const checkpoint = z.looseObject({ id: z.string(), step: integer, metrics: jsonObject });
export const checkpointsPage = page(checkpoint);

export const trainingJobEvent = z.looseObject({ id: z.string(), type: z.string(), data: jsonObject });
export const trainingJobEventsPage = page(trainingJobEvent);
