import { z } from "zod";
import { checkpointEvaluationSettings } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { columnMap } from "@/lib/api/contract/evaluation-runs/column-map";
import { evaluatedRows, promptMessage } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { callLimits } from "@/lib/api/contract/evaluation-runs/run-members";
import { namedScorersOrNone } from "@/lib/api/contract/evaluation-runs/scorers";
import { integer, jsonObject, number } from "@/lib/api/contract/scalars/scalars";
import { modelNamePart } from "@/lib/api/contract/training/models";
import { MAX_INLINE_TASKS } from "./training-run-limits";
import { runTools } from "./training-run-tools";

const MAX_THREADS = 1000;
const MAX_GROUP_SIZE = 64;
const MAX_TASKS_PER_ITERATION = 1000;
const MAX_ITERATIONS = 1000;
const MAX_CONCURRENCY = 64;
const MAX_SEED = 2 ** 31 - 1;
/** A month, and a day. */
const MAX_WAIT_MINUTES = 43_200;
const DEFAULT_WAIT_MINUTES = 1_440;

const trainedModel = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("existing"),
    model_id: z.string().min(1, { error: "Choose a model" }).max(256),
  }),
  z.strictObject({
    kind: z.literal("new"),
    name: modelNamePart.describe("Registered in the project of the run. No model may have this name yet."),
    base_model: z.string().min(1, { error: "Choose a base model" }).max(512),
  }),
  z.strictObject({
    kind: z.literal("fork"),
    name: modelNamePart.describe("Registered as a new model, whose step 0 has a copy of the checkpoint's weights."),
    model_id: z.string().min(1, { error: "Choose a model" }).max(256).describe("The model of the checkpoint."),
    step: integer.pipe(z.number().min(0)).describe("The step of the checkpoint, which may be an older one."),
  }),
  z.strictObject({
    kind: z.literal("remote"),
    provider: z
      .string()
      .min(1, { error: "Choose a provider" })
      .max(128)
      .describe("The name of a provider whose address is that of a service with this interface."),
    model_id: z.string().min(1, { error: "Enter the id of the model" }).max(256).describe("Its id on that service."),
    address: z
      .string()
      .max(512)
      .regex(/^wandb-artifact:\/\/\/[^/:]+\/[^/:]+\/[^/:]+$/, {
        error: "Enter wandb-artifact:///entity/project/name, without a step",
      })
      .describe("Its name in completions on that service, without a step."),
  }),
]);

/** Rows: each one is a task, and its members are the columns that the prompt and the scorers name. */
const tasks = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("table"),
    rows: evaluatedRows,
    column_map: columnMap.nullish(),
  }),
  z.strictObject({
    kind: z.literal("prompts"),
    items: z
      .array(jsonObject)
      .min(1, { error: "Enter a prompt" })
      .max(MAX_INLINE_TASKS)
      .describe('One object for each task, such as {"prompt": "2 + 2?", "answer": "4"}.'),
  }),
  z.strictObject({
    kind: z.literal("threads"),
    thread_ids: z.array(z.string().min(1).max(1000)).min(1, { error: "Choose a thread" }).max(MAX_THREADS),
  }),
]);

/** A score that people give: the rollouts of each iteration wait in a review queue until they are labeled. */
const peopleLabel = z.strictObject({
  queue_id: z.string().min(1, { error: "Choose a review queue" }).max(256).describe("Gets the rollouts as items."),
  question: z
    .string()
    .min(1, { error: "Choose a question" })
    .max(256)
    .describe("The name of a question in the queue's rubric whose answers are numbers. The score has this name."),
  max_wait_minutes: number
    .pipe(z.number().positive().max(MAX_WAIT_MINUTES))
    .nullable()
    .default(DEFAULT_WAIT_MINUTES)
    .describe("Pauses when labels are missing after this time; null waits without a limit."),
});

const reward = z
  .strictObject({
    scorers: namedScorersOrNone.superRefine((scorers, context) => {
      const message = "A pairwise judge compares with an evaluation, so it gives no reward";
      for (const [index, { kind }] of scorers.entries()) {
        if (kind === "pairwise") context.addIssue({ code: "custom", path: [index, "kind"], message });
      }
    }),
    label: peopleLabel.nullish().describe("A score that people give; null where scorers give all."),
    weights: z
      .record(z.string(), number)
      .default({})
      .describe("The factor of each score by the scorer's or question's name; 1 when absent. The reward is the sum."),
  })
  .superRefine(({ scorers, label, weights }, context) => {
    if (scorers.length === 0 && !label)
      context.addIssue({ code: "custom", path: ["scorers"], message: "Add a scorer, or human labels" });
    if (label && scorers.some(({ name }) => name === label.question))
      context.addIssue({ code: "custom", path: ["label", "question"], message: "A scorer has this name" });
    for (const name of Object.keys(weights)) {
      if (name !== label?.question && !scorers.some((one) => one.name === name))
        context.addIssue({ code: "custom", path: ["weights", name], message: "No scorer has this name" });
    }
  });

const limits = z.strictObject({
  concurrency: integer.pipe(z.number().min(1).max(MAX_CONCURRENCY)).default(16).describe("Rollouts at a time."),
  ...callLimits,
  max_error_percent: number
    .pipe(z.number().min(0).max(100))
    .default(20)
    .describe("Pauses when more of an iteration's rollouts failed."),
  max_tokens: integer.pipe(z.number().positive()).nullish().describe("Pauses before more tokens are spent."),
  max_minutes: number.pipe(z.number().positive()).nullish().describe("Pauses after this time; pauses do not count."),
  max_cost_usd: number.pipe(z.number().positive()).nullish().describe("Pauses before this is spent."),
});

const DEFAULT_LIMITS = { concurrency: 16, timeout_s: 120, retries: 2, max_error_percent: 20 };

/** The settings of a run, which repeats: sample groups, score them, train on them. */
export const trainingRunSettings = z.strictObject({
  name: z.string().trim().min(1, { error: "Enter a name" }).max(128),
  model: trainedModel,
  tasks,
  messages: z
    .array(promptMessage)
    .min(1, { error: "Enter a message" })
    .max(100)
    .default([{ role: "user", content: "{prompt}" }])
    .describe("The request of each task: {column} becomes the value of the task."),
  params: z
    .strictObject({
      temperature: number.default(1),
      top_p: number.nullish(),
      max_tokens: integer.pipe(z.number().positive()).default(256),
      stop: z.array(z.string()).nullish(),
    })
    .default({ temperature: 1, max_tokens: 256 }),
  tools: runTools.nullish().describe("Tools that the model may call; null for a single answer."),
  reward,
  group_size: integer.pipe(z.number().min(2).max(MAX_GROUP_SIZE)).default(8).describe("Rollouts of each task."),
  tasks_per_iteration: integer
    .pipe(z.number().min(1).max(MAX_TASKS_PER_ITERATION))
    .default(8)
    .describe("All tasks where there are fewer."),
  iterations: integer.pipe(z.number().min(1).max(MAX_ITERATIONS)).default(20),
  config: z
    .looseObject({ learning_rate: number.nullish() })
    .default({})
    .describe("The `experimental_config` of each job."),
  seed: integer
    .pipe(z.number().min(0).max(MAX_SEED))
    .nullish()
    .describe("Of the order of tasks, and of each request and job; null for random ones."),
  evaluation: checkpointEvaluationSettings
    .nullish()
    .describe("Set on the model when the run starts: `every` says which checkpoints. Null keeps what is set."),
  limits: limits.default(DEFAULT_LIMITS),
});

export type TrainingRunSettings = z.output<typeof trainingRunSettings>;
export type TrainingRunSettingsInput = z.input<typeof trainingRunSettings>;
