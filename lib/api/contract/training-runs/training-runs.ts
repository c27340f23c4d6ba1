import { z } from "zod";
import { runCourse, runsPagePlace } from "@/lib/api/contract/evaluation-runs/run-members";
import { searchWords } from "@/lib/api/contract/query/search-words";
import { namedValues } from "@/lib/api/contract/scalars/named-values";
import { integer, jsonObject, number, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";
import { forkedFrom } from "@/lib/api/contract/training/models";
import { logPlace } from "@/lib/api/contract/training/training-jobs";
import { runOrigin } from "./run-origin";
import { profileChanges, profileSelection } from "./run-profiles";
import { staleness } from "./staleness";
import { timeSplit } from "./time-split";
import { trainingRunSettings } from "./training-run-settings";

export const runId = z
  .string()
  .min(1)
  .max(128)
  .describe(
    "Of a run of the service; `model:` and a model's id: the jobs of that model in order; `log:` and the id of a run that another program logs.",
  );

export const trainingRunSettingsBody = z.object({ project_id: projectId, settings: trainingRunSettings });

export const trainingRunById = z.object({ project_id: projectId, run_id: runId });

export const trainingRunUpdate = trainingRunById.extend(profileChanges);

export type TrainingRunUpdate = z.output<typeof trainingRunUpdate>;

const maxRewards = integer
  .pipe(z.number().min(3).max(100_000))
  .nullish()
  .describe("At most so many `rewards`: the first, the last, and the means of equal stretches between them.");

export const trainingRunRead = trainingRunById.extend({
  newest: integer
    .pipe(z.number().min(1).max(100_000))
    .nullish()
    .describe("Only so many of the newest iterations, and the first one with rollouts."),
  has_metrics: z.boolean().default(true).describe("False leaves out `metrics`; `trainingRuns.series` has them."),
  max_rewards: maxRewards,
  after_iteration: integer
    .pipe(z.number().min(0))
    .default(0)
    .describe("Only iterations after this one. Figures of the whole run are not affected."),
});

export const trainingRunResume = trainingRunById.extend({
  iterations: integer.pipe(z.number().min(1).max(1000)).nullish().describe("A new number of iterations in all."),
  concurrency: integer.pipe(z.number().min(1).max(64)).nullish(),
  max_tokens: integer.pipe(z.number().positive()).nullish().describe("A new limit; absent keeps the old one."),
  max_minutes: number.pipe(z.number().positive()).nullish(),
  max_cost_usd: number.pipe(z.number().positive()).nullish(),
  max_error_percent: number.pipe(z.number().min(0).max(100)).nullish(),
});

export const trainingRunsList = z.object({
  project_id: projectId,
  model_id: z.string().min(1).max(256).nullish(),
  words: searchWords.describe(
    "Each occurs in the name, the tags, the group, the notes or the state, in any case; of a logged run also in its model.",
  ),
  max_rewards: maxRewards,
  ...profileSelection,
  ...runsPagePlace,
});

export const runLogLines = trainingRunById.extend({ ...logPlace });

export const rolloutsRead = trainingRunById.extend({
  iteration: integer.pipe(z.number().min(1)),
  nearest: z
    .boolean()
    .nullish()
    .describe("Returns the last iteration with rollouts up to this one, otherwise the first one after it."),
  task: integer.pipe(z.number().min(0)).nullish().describe("Only the group of this task."),
  limit: integer.pipe(z.number().min(1).max(200)).default(50).describe("Groups."),
  offset: integer.pipe(z.number().min(0)).default(0),
});

/**
 * `labeling`: its rollouts wait for human labels. `done`: a checkpoint exists. `no_signal`: every group had equal
 * rewards, so that no job was sent.
 */
const ITERATION_STATES = ["sampling", "labeling", "sending", "training", "done", "no_signal", "failed"] as const;

/**
 * `too_early`: no iteration has a reward yet. `fell`: from its best window; `collapsed`: with a cause that is measured
 * beside it. `cannot_tell`: the change is neither shown nor excluded.
 */
const VERDICTS = [
  "too_early",
  "cannot_tell",
  "rising",
  "falling",
  "flat",
  "fell",
  "collapsed",
  "no_signal",
  "no_reward",
] as const;

export const verdict = z.looseObject({
  kind: z.enum(VERDICTS),
  sentence: z.string().describe("In words, with the figures that it rests on."),
  figures: z.looseObject({
    iterations: integer.describe("Iterations that count."),
    window: integer.describe("Iterations in the last window: a third."),
    first_window: integer.nullish().describe("Iterations in the first window: a third, or less where that is clearer."),
    first_reward: number.nullable().describe("Mean of the first window."),
    last_reward: number.nullable(),
    last_low: number
      .nullish()
      .describe("The 95 % interval of the last window at one look; absent while the noise is not known."),
    last_high: number.nullish(),
    best_low: number.nullish().describe("The interval of the best window, wider because it is the best of all."),
    best_high: number.nullish(),
    best_reward: number.nullable().describe("Mean of the best window before the last `fall_window` iterations."),
    change: number.nullable().describe("Last minus first."),
    change_low: number
      .nullable()
      .describe("The 95 % interval of the change, which holds at each look; null while the noise is not known."),
    change_high: number.nullable(),
    margin: number
      .nullish()
      .describe("Flat: the interval lies within ± this. A fifth of the spread of single rewards."),
    is_slight: z.boolean().nullish().describe("The run rises or falls by less than half the margin."),
    fall: number.nullish().describe("Best window minus the last `fall_window` iterations."),
    fall_low: number.nullish(),
    fall_high: number.nullish(),
    fall_window: integer.nullish(),
    signal_share: number.nullable().describe("Share of groups with spread in the last window."),
    entropy_first: number.nullable(),
    entropy_last: number.nullable(),
  }),
});

export type TrainingRunVerdict = z.output<typeof verdict>;

export const runPhase = z.looseObject({
  name: z.enum(["sampling", "labeling", "sending", "training"]),
  iteration: integer,
  done: integer.describe("Rollouts that ended, rollouts with a label, or gradient steps of the job."),
  total: integer.nullable().describe("Null while the trainer has not said how many steps there are."),
  since: timestamp,
  until: timestamp.nullish().describe("When waiting for labels pauses the run; null without a limit."),
  job_id: z.string().nullable(),
  waits_for: z
    .enum(["model_server", "other_server"])
    .nullish()
    .describe(
      "`model_server`: it is starting. `other_server`: it starts when the server of another base model has ended.",
    ),
});

export type RunPhase = z.output<typeof runPhase>;

export const runModel = z.looseObject({
  id: z.string(),
  name: z.string(),
  base_model: z.string(),
  address: z.string().describe("wandb-artifact:///entity/project/name; with :step3 a checkpoint."),
  latest_step: integer.nullable(),
  forked_from: forkedFrom,
});

/** `queued` until it has begun; `client` runs are `running` while a job is, and otherwise `finished` or `failed`. */
export const trainingRun = z.looseObject({
  id: z.string(),
  project_id: z.string(),
  name: z.string(),
  given_name: z
    .string()
    .nullish()
    .describe("The name that it was started or is logged under, where `name` is another one."),
  tags: z.array(z.string()).nullish().describe("Absent from a service without them."),
  group: z.string().nullish(),
  is_archived: z.boolean().nullish(),
  source: z
    .enum(["service", "client", "log"])
    .describe("`client`: derived from jobs that a client sent. `log`: logged by a program that trains elsewhere."),
  ...runCourse,
  model: runModel.nullable().describe("Null when the model was deleted, and for a logged run."),
  logged_model: z
    .string()
    .nullish()
    .describe("The model's name in a logged run; its name and provider in a run on another service."),
  iterations_planned: integer.nullable(),
  iterations_done: integer,
  phase: runPhase.nullable().describe("The work at this moment; null while it rests."),
  spent: z.looseObject({
    tokens: integer,
    cost_usd: number.nullable().describe("Null when a model has no price."),
    minutes: number,
  }),
  limits: z.looseObject({
    tokens: integer.nullable(),
    cost_usd: number.nullable(),
    minutes: number.nullable(),
  }),
  rewards: z.array(number.nullable()).describe("The mean of each iteration, in order."),
  verdict,
});

export type TrainingRun = z.output<typeof trainingRun>;

const iterationReward = z.looseObject({
  mean: number.nullable(),
  std_dev: number.nullable().describe("Over all rollouts of the iteration."),
  group_std_dev: number.nullable().describe("The mean of the groups' standard deviations."),
  low: number.nullable().describe("The 95 % interval of the mean, from the means of groups; null with one group."),
  high: number.nullable(),
  min: number.nullable(),
  max: number.nullable(),
});

export const iterationEvaluation = z.looseObject({
  state: z.string().describe("As of evaluations of checkpoints: waiting, running, paused, finished, failed …"),
  score: z.string(),
  mean: number.nullable(),
  low: number.nullable(),
  high: number.nullable(),
  part: z.enum(["held_out", "all"]).nullish().describe("The rows of the mean: held out where some were trained on."),
  example_count: integer.nullish().describe("Rows with a value."),
  run_id: z.string(),
  call_id: z.string().nullable(),
});

const trainingIteration = z.looseObject({
  iteration: integer.describe("From 1."),
  state: z.enum(ITERATION_STATES),
  problem: z.string().nullable(),
  from_step: integer.nullable().describe("The checkpoint that its rollouts were sampled from."),
  step: integer.nullable().describe("The checkpoint that its job created."),
  job_id: z.string().nullable(),
  batch_id: z.string().nullable().describe("Its trajectories, for the operations `trajectories.*`."),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  reward: iterationReward,
  groups: integer,
  groups_with_signal: integer.describe("Groups whose rewards are not all equal."),
  rollouts: integer.describe("With a reward."),
  unlabeled: integer.nullish().describe("Rollouts that wait for a human label."),
  rollouts_planned: integer,
  errors: integer,
  tokens: integer.nullable(),
  cost_usd: number.nullable(),
  sampling_seconds: number.nullable(),
  labeling_seconds: number.nullish().describe("How long it waited for human labels; null when it did not."),
  training_seconds: number.nullable(),
  scores: z
    .record(z.string(), number)
    .describe("The mean of each score, and of each metric of a client's trajectories."),
  metrics: namedValues(z.string(), number).describe(
    "Means of the job's gradient steps: loss, entropy, kl_div, kl_policy_ref, grad_norm, clip_fraction …",
  ),
  evaluation: iterationEvaluation.nullable().describe("Of the checkpoint that its job created."),
});

export type TrainingIteration = z.output<typeof trainingIteration>;

export const trainingRunDetail = trainingRun.extend({
  settings: trainingRunSettings.nullable().describe("Null for a run of a client, and a logged one."),
  config: jsonObject.nullable().describe("The `experimental_config` of its jobs; of a client's run, of the newest."),
  notes: z.string().nullish(),
  origin: runOrigin.nullish().describe("Where a logged run was started; null where nothing is known of it."),
  task_count: integer.nullable(),
  restarts: z
    .array(integer)
    .nullish()
    .describe("Iterations at which the program of a logged run began again from an earlier checkpoint, in order."),
  has_log: z.boolean().nullish().describe("True if what the program of a logged run printed is stored."),
  time_split: timeSplit
    .nullish()
    .describe("Where the time of the iterations goes, by their metrics; null where these do not say it."),
  staleness: staleness
    .nullish()
    .describe("How stale the weights were that sampled its rollouts; null where no rollout says it."),
  iterations: z.array(trainingIteration),
  base_evaluation: iterationEvaluation
    .nullish()
    .describe("Of the checkpoint that the first iteration sampled from: the model before training."),
});

export type TrainingRunDetail = z.output<typeof trainingRunDetail>;

export const trainingRunsPage = z.looseObject({ runs: z.array(trainingRun), has_more: z.boolean() });

const rollout = z.looseObject({
  rollout: integer.describe("Its place in the group, from 0."),
  call_id: z.string().nullable().describe("The root call of its trace; null where a client did not name it."),
  trace_id: z.string().nullable(),
  answer: z.string().nullable().describe("The last message of the model as text; null when it failed."),
  finish_reason: z.string().nullable(),
  steps: z
    .array(z.looseObject({ role: z.enum(["assistant", "tool"]), text: z.string() }))
    .nullish()
    .describe("The beginnings of its messages when it called tools, in order."),
  reward: number.nullable(),
  advantage: number.nullable(),
  scores: jsonObject,
  error: z.string().nullable(),
  tokens: integer.nullable(),
  latency_ms: number.nullable(),
  ended_at: timestamp.nullable(),
});

const rolloutGroup = z.looseObject({
  task: integer.nullable().describe("The position of the task, the same in each iteration; null for a client's run."),
  group: integer.describe("The index in the batch, for the operations `trajectories.*`."),
  title: z.string().nullable().describe("The beginning of the first user message."),
  messages: z.array(jsonObject).describe("The request, which all rollouts of the group share."),
  values: jsonObject.nullable().describe("The columns of the task."),
  reward_mean: number.nullable(),
  reward_std_dev: number.nullable(),
  has_signal: z.boolean(),
  rollouts: z.array(rollout),
});

export type RolloutGroup = z.output<typeof rolloutGroup>;

export const rolloutsPage = z.looseObject({
  iteration: integer,
  from_step: integer.nullable(),
  groups: z.array(rolloutGroup),
  total_groups: integer,
  has_more: z.boolean(),
});

/** Null means that it is not known: no price, or nothing that was measured. */
export const trainingRunEstimate = z.looseObject({
  tasks: integer,
  columns: z.array(z.string()),
  first_tasks: z.array(z.looseObject({ values: jsonObject, messages: z.array(jsonObject) })),
  tasks_per_iteration: integer,
  rollouts: integer.describe("Of all iterations."),
  requests: integer.describe("To models, judges included."),
  labels: integer.nullish().describe("Rollouts that people label; 0 when scorers give all scores."),
  tokens: integer,
  cost_usd: number.nullable(),
  seconds_per_iteration: number.nullable(),
  seconds: number.nullable(),
  basis: z
    .enum(["calls", "measured", "assumed"])
    .describe("`calls`: recent calls of this model. `measured`: the built-in trainer. `assumed`: usual lengths."),
  basis_calls: integer,
  unpriced_models: z.array(z.string()),
});
