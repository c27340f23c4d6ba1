import { z } from "zod";
import { namedValues } from "@/lib/api/contract/scalars/named-values";
import { integer, jsonObject, number, projectId, timestampIn } from "@/lib/api/contract/scalars/scalars";
import { loggedOrigin } from "./run-origin";
import { loggedProfile } from "./run-profiles";

const MAX_ROLLOUTS = 10_000;
const MAX_ITERATION = 10_000_000;
const MAX_ITERATIONS = 10_000;
const MAX_TEXT_LENGTH = 1024 * 1024;

const loggedRollout = z.object({
  task: z
    .union([z.string().min(1).max(1000), integer])
    .nullish()
    .describe("Rollouts of one task are a group. By default those with equal messages."),
  rollout: integer
    .pipe(z.number().min(0).max(MAX_ROLLOUTS))
    .nullish()
    .describe("Its place in the group; by default in the order of the request. The same place again replaces it."),
  messages: z.array(jsonObject).max(1000).default([]).describe("The conversation before the answer."),
  answer: z.string().nullish(),
  reward: number.nullish(),
  scores: z.record(z.string().min(1).max(256), z.unknown()).default({}).describe("Parts of the reward, by name."),
  finish_reason: z.string().max(256).nullish(),
  error: z.string().max(10_000).nullish().describe("Why the rollout has no reward."),
  tokens: integer.pipe(z.number().min(0)).nullish(),
  weight_version: integer
    .pipe(z.number().min(0))
    .nullish()
    .describe(
      "The training steps in the weights that sampled it: the iteration less 1 when the newest ones did. The metric `steps_off_policy` is the mean distance from that.",
    ),
  call_id: z.string().max(256).nullish().describe("The root call of its trace."),
  trace_id: z.string().max(256).nullish(),
});

export type LoggedRollout = z.output<typeof loggedRollout>;

const iterationNumber = integer.pipe(z.number().min(1).max(MAX_ITERATION));
const metrics = namedValues(z.string().min(1).max(256), number.nullable());

const loggedTime = timestampIn.nullish();

/** Metrics of an iteration that are sent together with those of others. */
const loggedMetrics = z.object({
  iteration: iterationNumber,
  metrics: metrics.default({}),
  at: loggedTime.describe(
    "When the iteration ended, by the program's files; null where they do not say. By default, now.",
  ),
});

export type LoggedMetrics = z.output<typeof loggedMetrics>;

/** A part of what a program printed. */
const loggedText = z.object({
  at: integer
    .pipe(z.number().min(0))
    .describe("The byte of the file at which it begins. What is stored from there on is replaced."),
  text: z.string().max(MAX_TEXT_LENGTH).describe("Whole lines. What looks like a secret is not stored."),
});

export type LoggedText = z.output<typeof loggedText>;

/** An iteration of a loop that another program runs. Sending it again changes nothing. */
export const trainingRunLog = z
  .object({
    project_id: projectId,
    run: z.string().trim().min(1).max(128).describe("The name of the run. A new name begins a run."),
    model: z.string().min(1).max(512).nullish().describe("The name of the model that is trained."),
    config: jsonObject.nullish().describe("The settings of the run. Replaces earlier ones."),
    origin: loggedOrigin.nullish().describe("Where the run was started. Its members replace earlier ones."),
    ...loggedProfile,
    seconds: number
      .pipe(z.number().min(0))
      .nullish()
      .describe("What the whole training took, by the program's files. By default, from the times of its iterations."),
    iteration: iterationNumber.nullish().describe("The training step, from 1."),
    at: loggedTime.describe(
      "When `iteration` ended, by the program's files; null where they do not say. By default, now.",
    ),
    metrics: metrics
      .default({})
      .describe("Of the iteration, by name. Replaces earlier values of the same names; null removes one."),
    rollouts: z
      .array(loggedRollout)
      .max(MAX_ROLLOUTS)
      .default([])
      .describe(
        "Of the iteration. Without `rollout`, they replace earlier ones of the same tasks, and then the whole iteration if another one was logged meanwhile; with it, they are added.",
      ),
    iterations: z
      .array(loggedMetrics)
      .max(MAX_ITERATIONS)
      .default([])
      .describe("Metrics of several iterations, in the order in which they ended. `stored_iterations` confirms them."),
    printed: loggedText
      .nullish()
      .describe(
        "A part of the program's log. Parts beyond 4 MiB are left out; `stored_text` says whether this one is.",
      ),
    restarts: z
      .array(iterationNumber)
      .max(MAX_ITERATIONS)
      .default([])
      .describe("Iterations at which the program began again from an earlier checkpoint. Added to those found."),
    state: z.enum(["running", "finished", "failed"]).nullish(),
    reason: z.string().max(10_000).nullish().describe("Why it failed."),
  })
  .superRefine(({ iteration, metrics, rollouts }, context) => {
    if (iteration == null && (Object.keys(metrics).length > 0 || rollouts.length > 0))
      context.addIssue({ code: "custom", path: ["iteration"], message: "Metrics and rollouts need an iteration" });
  });

export type TrainingRunLog = z.output<typeof trainingRunLog>;

export const trainingRunLogged = z.looseObject({
  run_id: z.string(),
  iterations: integer.describe("Of the run so far."),
  rollouts: integer.describe("Of the iteration so far; 0 without one."),
  stored_iterations: integer
    .nullish()
    .describe("The number of `iterations` of the request that are stored. A service without it ignores that member."),
  stored_text: z.boolean().nullish().describe("True if `printed` is stored; absent without it."),
});
