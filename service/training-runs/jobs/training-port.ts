import type { Identity } from "@/service/access/identity";
import { pauseFor } from "@/service/concurrency/pause-for";
import { createJob } from "@/service/training/create-job";
import { findJob } from "@/service/training/jobs/jobs";
import { newestCheckpoint } from "@/service/training/models/checkpoints";
import type { Training } from "@/service/training/open-training";
import { INTERRUPTED_MESSAGE } from "@/service/training/runner/job-runner";
import type { StoredJob } from "@/service/training/state/training-state";
import type { IterationRecord } from "@/service/training-runs/records/run-records";

/** The delay between two polls of a job, as for a client of the interface. */
const POLL_MS = 150;

/** The end of a job; `interrupted` when the service stopped while it ran, so that it may be sent again. */
export type EndedJob =
  | { readonly state: "completed"; readonly step: number }
  | { readonly state: "failed" | "interrupted"; readonly problem: string };

/** The jobs of a run: sent once each, under ids that follow from the run. */
export class TrainingPort {
  readonly #training: Training;
  readonly #identity: Identity;

  constructor(training: Training, identity: Identity) {
    this.#training = training;
    this.#identity = identity;
  }

  /** The step of the newest checkpoint; null when every one was deleted, or the model. */
  async newestStep(modelId: string): Promise<number | null> {
    return (await newestCheckpoint(this.#training.state, modelId))?.step ?? null;
  }

  /** The job; undefined when it was never sent. */
  async find(jobId: string): Promise<StoredJob | undefined> {
    return await findJob(this.#training.state, jobId);
  }

  /** Sends a job unless one with this id exists: the service may have been killed after storing it. */
  async send(jobId: string, body: () => Promise<string>): Promise<void> {
    if (await this.find(jobId)) return;
    const access = { identity: this.#identity, note: () => undefined };
    await createJob(this.#training, new Blob([await body()]).stream(), access, jobId);
  }

  /** Resolves when a job has ended; with null when the signal is aborted. */
  async ended(jobId: string, signal: AbortSignal): Promise<EndedJob | null> {
    while (!signal.aborted) {
      const job = await this.find(jobId);
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

  /** Cancels the job of an iteration; one that has ended stays as it is. */
  async cancelJobOf({ state, job_id: jobId }: IterationRecord): Promise<void> {
    if (state !== "training" && state !== "sending") return;
    if (jobId === null || !(await this.find(jobId))) return;
    await this.#training.runner.cancel(jobId, "The training run was stopped.");
  }
}
