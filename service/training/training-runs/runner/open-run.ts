import type { Logger } from "pino";
import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import type { Services } from "@/service/traces/handlers/handler";
import { type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import { findModel } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";
import { secondsBetween } from "@/service/training/training-runs/figures/seconds-between";
import { jobBody } from "@/service/training/training-runs/jobs/job-body";
import { OwnTraining } from "@/service/training/training-runs/jobs/own-training";
import type { TrainingPort } from "@/service/training/training-runs/jobs/training-port";
import type { GroupSums, RolloutRecords } from "@/service/training/training-runs/records/rollout-records";
import type {
  IterationRecord,
  TaskValues,
  TrainingRunRecord,
  TrainingRunRecords,
} from "@/service/training/training-runs/records/run-records";
import { RemoteTraining } from "@/service/training/training-runs/remote/remote-training";
import { readTasks } from "@/service/training/training-runs/tasks/read-tasks";
import { Budget } from "./budget";

export interface RunContext {
  readonly services: Services;
  readonly training: Training;
  readonly queues: AnnotationQueues;
  readonly records: TrainingRunRecords;
  readonly rollouts: RolloutRecords;
  readonly log: Logger;
}

/** Data that is read once, before the first iteration. */
export interface Opened {
  readonly port: TrainingPort;
  readonly tasks: readonly TaskValues[];
  readonly prices: ProjectPrices;
  readonly budget: Budget;
}

/** Reads what a run works with. @throws Error when its model or a task was deleted */
export async function openRun(context: RunContext, run: TrainingRunRecord, leaving: AbortSignal): Promise<Opened> {
  const { services, rollouts } = context;
  const port = await openPort(context, run, leaving);
  const tasks = run.tasks ?? (await readTasks(services, run.projectId, run.settings.tasks, leaving)).values;
  if (tasks.length !== run.taskCount)
    throw new Error(`The run began with ${run.taskCount} tasks, and ${tasks.length} are left.`);
  const prices = await readProjectPrices(services.store, run.projectId, { signal: leaving });
  const groups = await rollouts.groupSums(run.id);
  const sum = (value: (group: GroupSums) => number) => groups.reduce((all, one) => all + value(one), 0);
  const spent = {
    rollouts: sum(({ count, errors }) => count + errors),
    tokens: sum(({ tokens }) => tokens),
    costUsd: sum(({ costUsd }) => costUsd),
    unpriced: sum(({ unpriced }) => unpriced),
  };
  return { port, tasks, prices, budget: new Budget(spent, run.activeMs) };
}

async function openPort(
  { services: { providers }, training }: RunContext,
  run: TrainingRunRecord,
  leaving: AbortSignal,
): Promise<TrainingPort> {
  const { model: chosen } = run.settings;
  if (chosen.kind === "remote") return new RemoteTraining(providers, chosen, leaving);
  const model = await findModel(training.state, run.modelId);
  if (!model) throw new Error("The model was deleted.");
  return new OwnTraining({ training, providers }, run, model);
}

/** Sends the job of an iteration. Returns its id. @throws JobLostError */
export async function sendJob(
  rollouts: RolloutRecords,
  run: TrainingRunRecord,
  { port, tasks }: Pick<Opened, "port" | "tasks">,
  record: IterationRecord,
  intended: string,
): Promise<string> {
  const { settings } = run;
  return await port.send(intended, async () => {
    const { iteration, from_step: step } = record;
    const seconds = {
      sampling: secondsBetween(record.started_at, record.labels_since ?? record.sampled_at),
      labeling: secondsBetween(record.labels_since, record.sampled_at),
    };
    const source = { runId: run.id, modelId: port.modelId, iteration, step, seconds };
    const seed = settings.seed == null ? null : settings.seed;
    return jobBody({ ...source, seed, settings, tasks }, await rollouts.ofIteration(run.id, iteration));
  });
}
