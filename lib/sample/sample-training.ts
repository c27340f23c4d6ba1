import { z } from "zod";
import type { CheckpointEvaluationSettingsInput } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import recordedRollouts from "./recorded-rollouts.json";
import type { SampleSpec } from "./sample-project";
import type { SampleService, SampleTrainer } from "./sample-service";
import {
  MAX_ANSWER_TOKENS,
  TRAINING_BASE,
  trainingConfig,
  trainingGroups,
  trainingMessages,
} from "./training-rollouts";
import { type TrainingTask, trainingTasks } from "./training-tasks";

/** The sample's trained model. */
export const TRAINED_MODEL = "weft-router";

/** The table that its checkpoints are evaluated on. */
const EVALUATED_DATASET = "airline_first_tools";

/** Every third checkpoint is evaluated: five evaluations with the base model's. */
const EVALUATED_EVERY = 3;

const recordedAnswer = z.object({
  text: z.string().nullable(),
  tools: z.array(z.tuple([z.string(), z.string()])),
  isCut: z.boolean().default(false),
});

/**
 * Returns the model's answers before each of its jobs, recorded by `npm run record-sample`: the model of each step gave
 * them, and the next step was trained on them.
 */
export const recordedAnswers = () => z.array(z.array(z.array(recordedAnswer))).parse(recordedRollouts);

const rowOf = (split: string, { id, intent, message, tool }: TrainingTask) => ({ id, split, intent, message, tool });

async function publishTasks(service: SampleService, { projectId, seed }: SampleSpec): Promise<string> {
  const { trained, heldOut } = trainingTasks(seed);
  const rows = [...trained.map((task) => rowOf("trained", task)), ...heldOut.map((task) => rowOf("held out", task))];
  const table = await service.call("table.create", { table: { project_id: projectId, rows } });
  const val = {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name: EVALUATED_DATASET,
    description:
      "First messages of customers, and the tool that the policy wants first. The model is trained on half of them; scores count the other half, which it has never seen.",
    rows: `weave:///${projectId}/table/${table.digest}`,
  };
  const { digest } = await service.call("obj.create", {
    obj: { project_id: projectId, object_id: EVALUATED_DATASET, val },
  });
  return `weave:///${projectId}/object/${EVALUATED_DATASET}:${digest}`;
}

function evaluationOf(datasetRef: string): CheckpointEvaluationSettingsInput {
  return {
    name: "first tool",
    score: "right_tool",
    every: EVALUATED_EVERY,
    messages: trainingMessages({ message: "{message}" }) as CheckpointEvaluationSettingsInput["messages"],
    params: { temperature: 0, max_tokens: MAX_ANSWER_TOKENS },
    rows: { dataset_ref: datasetRef },
    scorers: [
      { kind: "exact", name: "right_tool", answer_path: "tool_calls.0.function.name", expected: "tool" },
      {
        kind: "json_schema",
        name: "valid_arguments",
        answer_path: "tool_calls.0.function.arguments",
        schema: { type: "object" },
      },
    ],
    limits: { concurrency: 2 },
  };
}

/** The sample's model, once its jobs are in the queue. */
export interface StartedTraining {
  readonly modelId: string;
}

const jobsOf = async (service: SampleService, modelId: string) =>
  (await service.call("trainingJobs.list", { model_id: modelId, order: "asc", limit: 100 })).data;

/**
 * Registers the sample's model, sets the evaluation of its checkpoints, and sends its jobs, which the service trains
 * one after the other in the background. Calling it again sends only missing parts.
 *
 * @returns null when the service's trainer does not train the sample's base model
 */
export async function startTraining(
  service: SampleService,
  trainer: SampleTrainer,
  spec: SampleSpec,
  signal?: AbortSignal,
): Promise<StartedTraining | null> {
  if (!(await trainer.baseModels()).includes(TRAINING_BASE)) return null;
  const [entity, project = ""] = spec.projectId.split("/");
  const { id: modelId } = await service.call("models.create", {
    entity,
    project,
    name: TRAINED_MODEL,
    base_model: TRAINING_BASE,
    return_existing: true,
  });
  const settings = evaluationOf(await publishTasks(service, spec));
  await service.call("checkpointEvaluations.set", { model_id: modelId, settings });
  const { trained } = trainingTasks(spec.seed);
  const { length: sentCount } = await jobsOf(service, modelId);
  for (const [index, answers] of recordedAnswers().slice(0, spec.trainingSteps).entries()) {
    if (index < sentCount) continue;
    signal?.throwIfAborted();
    await trainer.startJob({
      model_id: modelId,
      trajectory_groups: trainingGroups(trained, answers),
      experimental_config: trainingConfig(index + 1),
    });
  }
  return { modelId };
}

const FIRST_JOB_CHECK_MS = 500;
const MAX_FIRST_JOB_CHECKS = 120;

/**
 * Starts the evaluation of the base model, as a baseline for checkpoints, once the first job has ended: on a new
 * installation the base model does not exist before.
 */
export async function evaluateBase(
  service: SampleService,
  { modelId }: StartedTraining,
  signal?: AbortSignal,
): Promise<void> {
  const { checkpoints } = await service.call("checkpointEvaluations.read", { model_id: modelId });
  if (checkpoints.find(({ step }) => step === 0)?.run) return;
  for (let check = 0; check < MAX_FIRST_JOB_CHECKS; check += 1) {
    const [first] = await jobsOf(service, modelId);
    if (first?.status !== "queued" && first?.status !== "running") break;
    await new Promise((resolve) => setTimeout(resolve, FIRST_JOB_CHECK_MS));
    signal?.throwIfAborted();
  }
  await service.call("checkpointEvaluations.start", { model_id: modelId, steps: [0] });
}

const UNFINISHED = new Set(["queued", "running", "paused", "stopping"]);

const STOP_CHECK_MS = 200;
const MAX_STOP_CHECKS = 300;

/** Stops the evaluations of the project; one that is just beginning is stopped once it has begun. */
async function stopEvaluations(service: SampleService, projectId: string): Promise<void> {
  for (let check = 0; check < MAX_STOP_CHECKS; check += 1) {
    const { runs } = await service.call("evaluationRuns.list", { project_id: projectId });
    const unfinished = runs.filter(({ state }) => UNFINISHED.has(state));
    if (unfinished.length === 0) return;
    for (const { id } of unfinished) await service.call("evaluationRuns.stop", { project_id: projectId, run_id: id });
    await new Promise((resolve) => setTimeout(resolve, STOP_CHECK_MS));
  }
  throw new Error("An evaluation of the project does not stop.");
}

/** Stops the evaluations of the project, and deletes its models with their jobs' data. */
export async function removeTraining(service: SampleService, trainer: SampleTrainer, projectId: string): Promise<void> {
  for (;;) {
    const { data } = await service.call("models.list", { project_id: projectId, limit: 100 });
    for (const { id } of data) await service.call("checkpointEvaluations.remove", { model_id: id });
    await stopEvaluations(service, projectId);
    for (const { id } of data) await trainer.deleteModel(id);
    if (data.length === 0) return;
  }
}
