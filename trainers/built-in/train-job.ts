import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "@/lib/guard/json-object";
import type { TrainerJob } from "@/lib/training/trainer-protocol";
import { readGroups } from "@/trainers/built-in/conversation/read-groups";
import { BASE_MODELS, isBaseModel } from "@/trainers/built-in/model/base-model";
import { readBaseModel } from "@/trainers/built-in/model/base-model-cache";
import { MODEL_FILE, readCheckpoint, writeCheckpoint } from "@/trainers/built-in/model/checkpoint-file";
import { rewardMetrics, type StepMetrics, trainPolicy } from "@/trainers/built-in/policy/train-policy";
import { readSettings } from "@/trainers/built-in/policy/training-settings";
import { JobPhases, sentSeconds } from "./job-phases";
import { MachineUse } from "./machine-use";

/** The outputs of a trainer. */
export interface TrainerOutput {
  readonly write: (message: TrainerMessageOut) => void;
  /** Writes a line of the log, for people. */
  readonly note: (line: string) => void;
}

type TrainerMessageOut =
  | { readonly type: "training_started"; readonly data: { readonly num_sequences: number } }
  | { readonly type: "gradient_step"; readonly data: StepMetrics }
  | { readonly type: "checkpoint"; readonly metrics: StepMetrics };

/** A job that the built-in trainer cannot run; the message is for the sender. */
export class UntrainableError extends Error {
  override readonly name = "UntrainableError";
}

async function readPayload(path: string): Promise<readonly unknown[]> {
  const body: unknown = JSON.parse(await readFile(path, "utf8"));
  return isJsonObject(body) && Array.isArray(body.trajectory_groups) ? body.trajectory_groups : [];
}

/**
 * Trains as a job says and stores the new weights in its output folder.
 *
 * @param modelsFolder where base models are stored between jobs
 * @throws UntrainableError when the job's base model is not one of the built-in trainer's
 */
export async function trainJob(job: TrainerJob, modelsFolder: string, { write, note }: TrainerOutput): Promise<void> {
  const { base_model: base } = job.model;
  if (!isBaseModel(base)) {
    throw new UntrainableError(
      `The built-in trainer supports ${BASE_MODELS.join(" and ")}, but the base model is ${base}. Register a model on a supported base model, or set HEDDLE_TRAINER to a trainer for ${base}.`,
    );
  }
  const { settings, unused } = readSettings(isJsonObject(job.config) ? job.config : {});
  if (unused.length > 0) note(`Ignored by the built-in trainer: ${unused.join(", ")}.`);
  const sent = await readPayload(job.payload.path);
  const groups = readGroups(sent);
  const phases = new JobPhases({ ...sentSeconds(sent), "time/waiting_s": job.waited_s });
  const reference = await readBaseModel(modelsFolder, base);
  const { previous_checkpoint: previous } = job;
  const model = previous === null ? reference.copy() : await readCheckpoint(join(previous.path, MODEL_FILE));
  phases.end("time/loading_s");
  const { stepCount, steps } = trainPolicy(model, reference, groups, settings, job.seed);
  write({ type: "training_started", data: { num_sequences: stepCount } });
  if (stepCount === 0) note("No group has more than one reward value, so there is no gradient.");
  const use = new MachineUse();
  for (const data of steps)
    write({ type: "gradient_step", data: { ...data, ...use.read(data.num_trainable_tokens ?? 0) } });
  phases.end("time/training_s");
  await writeCheckpoint(join(job.output_directory, MODEL_FILE), model);
  phases.end("time/weight_sync_s");
  write({ type: "checkpoint", metrics: { ...rewardMetrics(groups), ...phases.seconds } });
}
