import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { errorMessage } from "@/lib/failure/error-message";
import type { TrainerJob } from "@/lib/training/trainer-protocol";
import type { BlobStore, LocalBlob } from "@/service/store/files/blob-store";
import { findBatch } from "@/service/training/batches/batches";
import { removeOrphanCheckpoints } from "@/service/training/batches/remove-orphans";
import { MeansByName } from "@/service/training/batches/split-metrics";
import { recordEvents } from "@/service/training/jobs/job-events";
import {
  claimJob,
  endJob,
  findJob,
  type JobEnd,
  recordTrainerProcess,
  unfinishedJobs,
} from "@/service/training/jobs/jobs";
import type { TrainingFolder } from "@/service/training/state/training-folder";
import type { StoredJob, TrainingState } from "@/service/training/state/training-state";
import { stopLeftover } from "./process-tree";
import type { TrainerSettings } from "./trainer";
import { TrainerLog } from "./trainer-log";
import { TrainerRun } from "./trainer-process";

/** Delay between two attempts to store the end of a job: a client waits for it, so the service keeps trying. */
const STORE_RETRY_MS = 2_000;

export interface JobRunnerOptions extends TrainerSettings {
  readonly state: TrainingState;
  readonly folder: TrainingFolder;
  readonly blobs: BlobStore;
  readonly log: Logger;
  /** How many jobs may run at once; never two of one model. */
  readonly atOnce?: number;
  /** Called with the id of the model when a checkpoint is stored. */
  readonly onCheckpoint?: (modelId: string) => void;
}

/** The launcher does not wait for a trainer. */
const SHUTDOWN_GRACE_MS = 1_000;

interface Running {
  run: TrainerRun | null;
  /** Set when a user cancels the job, or the service ends. */
  stopReason: string | null;
  isCancelled: boolean;
  readonly done: Promise<void>;
}

export const NO_TRAINER =
  "This service runs no training jobs: HEDDLE_TRAINER is none. Remove the variable to use the built-in trainer, or set it to the command of another trainer, and restart the service.";

/** Why a job failed that a stop of the service ended. */
export const INTERRUPTED_MESSAGE = "The service was stopped while the job ran.";

/** Works through the queue of jobs: by default one at a time, each in its own process. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #running = new Map<string, Running>();
  #pumping: Promise<void> | null = null;
  #isWoken = false;
  #isClosed = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Ends processes that an earlier service left running, and continues the queue. */
  async start(): Promise<void> {
    const { state, trainer, log } = this.#options;
    for (const job of await unfinishedJobs(state)) {
      if (job.status === "queued" && trainer !== null) continue;
      const { trainer_pid: pid, trainer_started: started } = job;
      if (pid !== null && started !== null && stopLeftover({ pid, started })) {
        log.warn({ job: job.id, pid }, "a trainer that outlived its service was ended");
      }
      await endJob(state, job.id, {
        status: "failed",
        reason: job.status === "queued" ? NO_TRAINER : INTERRUPTED_MESSAGE,
      });
    }
    await removeOrphanCheckpoints(this.#options);
    this.wake();
  }

  /** Looks for queued jobs. Called when one was added. */
  wake(): void {
    this.#isWoken = true;
    this.#pumping ??= this.#pump()
      .catch((error: unknown) => this.#options.log.error({ err: error }, "the queue of training jobs stopped"))
      .finally(() => {
        this.#pumping = null;
        // A job may have been added between the last look and now.
        if (this.#isWoken) this.wake();
      });
  }

  /** Ends a queued or running job, and resolves when it has ended; a finished job is unchanged. */
  async cancel(jobId: string, reason: string): Promise<void> {
    const { state } = this.#options;
    for (;;) {
      const running = this.#running.get(jobId);
      if (running) {
        running.isCancelled = true;
        stop(running, reason);
        await running.done;
        return;
      }
      if (await endJob(state, jobId, { status: "cancelled", reason }, ["queued"])) return;
      // The queue has just taken it, and it will be in `running` in a moment; or it has ended.
      const job = await findJob(state, jobId);
      if (job?.status !== "running" || this.#isClosed) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Ends running jobs as failed; queued ones continue at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const running of this.#running.values()) stop(running, INTERRUPTED_MESSAGE, SHUTDOWN_GRACE_MS);
    await this.#pumping;
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #pump(): Promise<void> {
    const { state, trainer, atOnce = 1 } = this.#options;
    while (this.#isWoken) {
      this.#isWoken = false;
      while (trainer !== null && !this.#isClosed && this.#running.size < atOnce) {
        const job = await claimJob(state, trainer.name);
        if (!job) break;
        this.#begin(job);
      }
    }
  }

  #begin(job: StoredJob): void {
    const running: Running = {
      run: null,
      stopReason: this.#isClosed ? INTERRUPTED_MESSAGE : null,
      isCancelled: false,
      // Started in the next turn, when `running` can be read.
      done: Promise.resolve()
        .then(() => this.#carryOut(job, running))
        .catch((error: unknown) => this.#options.log.error({ err: error, job: job.id }, "a job could not be ended"))
        .finally(() => {
          this.#running.delete(job.id);
          this.wake();
        }),
    };
    this.#running.set(job.id, running);
  }

  async #carryOut(job: StoredJob, running: Running): Promise<void> {
    const { state, log } = this.#options;
    let end: JobEnd;
    try {
      end = await this.#train(job, running);
    } catch (error) {
      log.error({ err: error, job: job.id }, "a training job failed in the service");
      end = { status: "failed", reason: `The service could not run the job: ${errorMessage(error)}` };
    }
    if (running.isCancelled && end.status === "failed") end = { ...end, status: "cancelled" };
    await this.#store(job.id, end);
    if (end.status === "completed") this.#options.onCheckpoint?.(job.model_id);
    // Whether the trainer's output is a checkpoint is now decided.
    await removeOrphanCheckpoints({ state, folder: this.#options.folder });
  }

  async #train(job: StoredJob, running: Running): Promise<JobEnd> {
    const { folder, trainer } = this.#options;
    if (trainer === null) return { status: "failed", reason: NO_TRAINER };
    const { checkpoint_id: checkpointId } = job;
    if (checkpointId === null) throw new Error(`Job ${job.id} runs without a folder for its checkpoint.`);
    await folder.prepare(job.id, checkpointId);
    const { description, payload } = await this.#describe(job, checkpointId);
    try {
      return await this.#run(job, running, checkpointId, description);
    } finally {
      await payload.release();
    }
  }

  async #run(job: StoredJob, running: Running, checkpointId: string, description: TrainerJob): Promise<JobEnd> {
    const { state, folder, trainer, limits } = this.#options;
    if (trainer === null) return { status: "failed", reason: NO_TRAINER };
    if (running.stopReason !== null) return { status: "failed", reason: running.stopReason };
    const means = new MeansByName();
    const trainerLog = new TrainerLog(folder.jobLog(job.id));
    const run = new TrainerRun({
      command: trainer.command,
      job: description,
      folder: folder.job(job.id),
      limits,
      log: trainerLog,
      onEvents: async (events) => {
        for (const { type, data } of events) if (type === "gradient_step") means.add(data);
        if (!(await recordEvents(state, job.id, events))) throw new Error("the job has ended already.");
      },
    });
    running.run = run;
    if (running.stopReason !== null) run.stop(running.stopReason);
    if (run.mark) await recordTrainerProcess(state, job.id, run.mark.pid, run.mark.started);
    const outcome = await run.outcome.finally(() => trainerLog.close());
    if (outcome.kind === "failed") return { status: "failed", reason: outcome.reason };
    await folder.keepCheckpoint(checkpointId);
    return { status: "completed", metrics: { ...means.result(), ...outcome.metrics } };
  }

  /** The trainer's input. What is stored elsewhere is fetched first: a trainer reads files of this machine. */
  async #describe(
    job: StoredJob,
    checkpointId: string,
  ): Promise<{ readonly description: TrainerJob; readonly payload: LocalBlob }> {
    const { state, folder, blobs } = this.#options;
    const model = await state
      .selectFrom("model")
      .select(["id", "entity", "project", "name", "base_model"])
      .where("id", "=", job.model_id)
      .executeTakeFirstOrThrow();
    const batch = await findBatch(state, job.batch_id);
    if (!batch || job.step === null) throw new Error(`Job ${job.id} has no data to train on.`);
    const previous = await state
      .selectFrom("checkpoint")
      .select(["id", "step", "job_id"])
      .where("id", "=", job.previous_checkpoint_id)
      .executeTakeFirst();
    const config: unknown = job.config === null ? null : JSON.parse(job.config);
    // Step 0 has no files: it is the base model.
    const previousPath = previous?.job_id ? await folder.localCheckpoint(previous.id) : null;
    const payload = await blobs.localCopy(batch.blob);
    const description: TrainerJob = {
      version: 1,
      job_id: job.id,
      model,
      step: job.step,
      config,
      seed: seedOf(job.id, config),
      payload: {
        path: payload.path,
        size_bytes: batch.size_bytes,
        group_count: batch.group_count,
        trajectory_count: batch.trajectory_count,
      },
      previous_checkpoint: previous && previousPath !== null ? { step: previous.step, path: previousPath } : null,
      output_directory: folder.checkpoint(checkpointId),
    };
    return { description, payload };
  }

  /** Retries until the end of a job is stored or the service ends; in that case the next start finds the job. */
  async #store(jobId: string, end: JobEnd): Promise<void> {
    for (;;) {
      try {
        await endJob(this.#options.state, jobId, end);
        return;
      } catch (error) {
        this.#options.log.error({ err: error, job: jobId }, "the end of a training job could not be stored");
        if (this.#isClosed) return;
        await new Promise((resolve) => setTimeout(resolve, STORE_RETRY_MS));
      }
    }
  }
}

function stop(running: Running, reason: string, graceMs?: number): void {
  running.stopReason ??= reason;
  running.run?.stop(reason, graceMs);
}

/** The seed that a client chose, or one derived from the job's id. */
function seedOf(jobId: string, config: unknown): number {
  const chosen = typeof config === "object" && config !== null && "seed" in config ? config.seed : undefined;
  if (typeof chosen === "number" && Number.isInteger(chosen) && chosen >= 0 && chosen < 2 ** 31) return chosen;
  return createHash("sha256").update(jobId).digest().readUInt32BE(0) >>> 1;
}
