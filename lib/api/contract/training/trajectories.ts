import { z } from "zod";
import { integer, jsonObject, number, timestamp } from "@/lib/api/contract/scalars/scalars";
import { page, pageRequest } from "./page-of-records";

/** A token with its log-probability. With `return_tokens_as_token_ids` its text is in `bytes` alone. */
export const tokenLogprob = z.looseObject({
  token: z.string(),
  logprob: z.number(),
  bytes: z.array(z.number()).nullish(),
  top_logprobs: z.array(z.looseObject({ token: z.string(), logprob: z.number() })).nullish(),
});

const choiceLogprobs = z.looseObject({
  content: z.array(tokenLogprob).nullish(),
  refusal: z.array(tokenLogprob).nullish(),
});

/**
 * A message, or a choice: a model's sample, which is the only part that is trained on. A choice has `finish_reason` and
 * `message`; a plain message has a role.
 */
const messageOrChoice = z.looseObject({
  role: z.string().nullish(),
  content: z.unknown().optional(),
  name: z.string().nullish(),
  finish_reason: z.string().nullish(),
  index: z.number().int().nullish(),
  message: z.looseObject({ role: z.string().nullish(), content: z.unknown().optional() }).nullish(),
  logprobs: choiceLogprobs.nullish(),
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
  messages_and_choices: z.array(messageOrChoice),
  reward: number,
  tools: z.array(tool).nullish(),
  additional_histories: z.array(z.unknown()).nullish(),
  metrics: jsonObject.nullish(),
  metadata: jsonObject.nullish(),
  logs: z.array(z.unknown()).nullish(),
  start_time: z.string().nullish(),
});

/** A rollout that ended in an exception, as later clients send it beside the trajectories of its group. */
const rolloutException = z.looseObject({
  type: z.string().nullish(),
  message: z.string().nullish(),
  traceback: z.string().nullish(),
});

export const trajectoryGroup = z.looseObject({
  trajectories: z.array(trajectory),
  exceptions: z.array(rolloutException).nullish(),
  metadata: jsonObject.nullish(),
  metrics: jsonObject.nullish(),
  logs: z.array(z.unknown()).nullish(),
});

/** Sums over trajectories by name; see docs/train/trainer.md for each formula. */
const splitMetrics = z.record(z.string(), z.number());

/** The groups of one request: the data of a job, or a log. */
export const trajectoryBatch = z.looseObject({
  id: z.string(),
  model_id: z.string(),
  kind: z.enum(["job", "log"]),
  training_job_id: z.string().nullable(),
  split: z.string().nullable().describe("Of a log; null for the data of a job."),
  step: integer.nullable().describe("The model's newest checkpoint when the batch arrived; null when it had none."),
  created_at: timestamp,
  size_bytes: integer,
  group_count: integer,
  trajectory_count: integer,
  exception_count: integer,
  metrics: splitMetrics,
});

export const batchesList = z.object({
  model_id: z.string().min(1).max(256),
  kind: z.enum(["job", "log"]).nullish(),
  split: z.string().nullish(),
  step: integer.nullish(),
  ...pageRequest,
});

export const batchesPage = page(trajectoryBatch);

/** A group without its trajectories: enough to draw rewards, advantages and variance. */
export const groupSummary = z.looseObject({
  id: z.string().describe("The index, as text."),
  index: integer,
  trajectory_count: integer,
  exception_count: integer,
  rewards: z.array(z.number()).describe("One for each trajectory, in order."),
  label: z
    .string()
    .nullish()
    .describe("The metadata that its trajectories share: `task_id 17`; null when there is none."),
  title: z.string().nullish().describe("The beginning of the first user message in its first trajectory."),
});

export const groupsList = z.object({
  batch_id: z.string().min(1).max(256),
  after: pageRequest.after,
  limit: pageRequest.limit,
});

export const groupsPage = page(groupSummary);

const index = integer.pipe(z.number().min(0));

export const groupRead = z.object({ batch_id: z.string().min(1).max(256), group: index });

/** All members of a group except its trajectories, as they were sent. */
export const groupReadResult = z.looseObject({
  batch_id: z.string(),
  group_index: integer,
  group: z.looseObject({
    exceptions: z.array(z.unknown()).nullish(),
    metadata: jsonObject.nullish(),
    metrics: jsonObject.nullish(),
    logs: z.array(z.unknown()).nullish(),
  }),
});

export const trajectoryRead = groupRead.extend({ trajectory: index });

/** The value of each token of a choice, or one for all of them; null where unknown. */
const signalColumn = z.union([z.number(), z.array(z.number().nullable())]).nullish();

/** Signals of the tokens of one choice, as a trainer writes them; see docs/train/trainer.md. */
export const tokenSignalsLine = z.looseObject({
  history: integer.describe("0 for the trajectory's own messages, n for its n-th additional history."),
  message: integer.describe("The position of the choice in its messages_and_choices."),
  tokens: integer.describe("The trained tokens of the choice."),
  weight_version: integer.nullish().describe("The step of the checkpoint that sampled it."),
  new_logprob: signalColumn,
  ref_logprob: signalColumn,
  ratio: signalColumn,
  advantage: signalColumn,
  entropy: signalColumn,
  mask: signalColumn,
});

/** A trajectory exactly as it was sent. */
export const trajectoryReadResult = z.looseObject({
  batch_id: z.string(),
  group_index: integer,
  trajectory_index: integer,
  trajectory,
  token_signals: z.array(tokenSignalsLine).nullish().describe("Missing where the trainer wrote none."),
});

export const trajectoriesStream = z.object({
  batch_id: z.string().min(1).max(256),
  contains: z
    .string()
    .min(1)
    .max(1000)
    .nullish()
    .describe("Only trajectories whose messages contain this text, case-insensitive."),
  places_only: z.boolean().nullish().describe("Return only positions, without the trajectories."),
});

/** A line of the stream: a trajectory's position, and the trajectory exactly as it was sent. */
export const trajectoryLine = z.looseObject({
  group_index: integer,
  trajectory_index: integer,
  message_index: integer.nullish().describe("The first message that contains the text; null without a text."),
  trajectory: trajectory.nullish(),
});
