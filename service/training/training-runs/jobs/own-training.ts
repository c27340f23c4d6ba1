import type { Identity } from "@/service/kernel/access/identity";
import { pauseFor } from "@/service/kernel/concurrency/pause-for";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import { checkpointName } from "@/service/training/checkpoint-evaluations/evaluation-settings";
import { createJob } from "@/service/training/create-job";
import { findJob } from "@/service/training/jobs/jobs";
import { newestCheckpoint } from "@/service/training/models/checkpoints";
import type { Training } from "@/service/training/open-training";
import { INTERRUPTED_MESSAGE } from "@/service/training/runner/job-runner";
import type { StoredJob, StoredModel } from "@/service/training/state/training-state";
import { jobIdOf } from "@/service/training/training-runs/records/job-id";
import type { IterationRecord } from "@/service/training/training-runs/records/run-records";
import { type EndedJob, POLL_MS, type TrainingPort } from "./training-port";

/** The jobs of a run on this service: sent once each, under ids that follow from the run. */
export class OwnTraining implements TrainingPort {
  readonly progress = null;
  readonly #training: Training;
  readonly #providers: ProviderDirectory;
  readonly #identity: Identity;
  readonly #runId: string;
  readonly #model: StoredModel;

  constructor(
    services: { readonly training: Training; readonly providers: ProviderDirectory },
    run: { readonly id: string; readonly identity: Identity },
    model: StoredModel,
  ) {
    this.#training = services.training;
    this.#providers = services.providers;
    this.#identity = run.identity;
    this.#runId = run.id;
    this.#model = model;
  }

  get modelId(): string {
    return this.#model.id;
  }

  async newestStep(): Promise<number | null> {
    return (await newestCheckpoint(this.#training.state, this.#model.id))?.step ?? null;
  }

  async checkpoint(step: number) {
    return { model: checkpointName(this.#model, step), providers: this.#providers };
  }

  intendedJob({ iteration, failed_jobs: failed }: IterationRecord): string {
    return jobIdOf(this.#runId, iteration, failed);
  }

  /** One with this id may exist: the service may have been killed after storing it. */
  async send(jobId: string, body: () => Promise<string>): Promise<string> {
    if (!(await this.#find(jobId))) {
      const access = { identity: this.#identity, note: () => undefined };
      await createJob(this.#training, new Blob([await body()]).stream(), access, jobId);
    }
    return jobId;
  }

  async ended(jobId: string, signal: AbortSignal): Promise<EndedJob | null> {
    while (!signal.aborted) {
      const job = await this.#find(jobId);
      if (!job) return { state: "failed", problem: "The job is missing." };
      if (job.status === "completed" && job.step !== null) return { state: "completed", step: job.step };
      if (job.status === "failed" || job.status === "cancelled") {
        const problem = job.error_message ?? `The job was ${job.status}.`;
        return { state: problem === INTERRUPTED_MESSAGE ? "interrupted" : "failed", problem };
      }
      await pauseFor(POLL_MS, signal);
    }
    return null;
  }

  async cancelJobOf(iteration: IterationRecord): Promise<boolean> {
    return await cancelOwnJob(this.#training, iteration);
  }

  async #find(jobId: string): Promise<StoredJob | undefined> {
    return await findJob(this.#training.state, jobId);
  }
}

/** Cancels the job of an iteration on this service, also where the model was deleted. */
export async function cancelOwnJob(training: Training, { state, job_id: jobId }: IterationRecord): Promise<boolean> {
  if (state !== "training" && state !== "sending") return true;
  if (jobId === null || !(await findJob(training.state, jobId))) return true;
  await training.runner.cancel(jobId, "The training run was stopped.");
  return true;
}
