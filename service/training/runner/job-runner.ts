import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { errorMessage } from "@/lib/guard/error-message";
import type { TrainerJob } from "@/lib/training/trainer-protocol";
import { RepeatedStep } from "@/service/kernel/concurrency/repeated-step";
import type { Lease, Leases } from "@/service/kernel/state/leases";
import type { BlobStore } from "@/service/traces/store/files/blob-store";
import { removeOrphanCheckpoints } from "@/service/training/batches/remove-orphans";
import { MeansByName } from "@/service/training/batches/split-metrics";
import { recordEvents } from "@/service/training/jobs/job-events";
import {
  claimJob,
  endJob,
  findJob,
  type JobEnd,
  nextJobId,
  recordTrainerProcess,
  unfinishedJobs,
} from "@/service/training/jobs/jobs";
import {
  abandonedJobs,
  cancelRequests,
  endAbandonedJob,
  endedJobsOfBoot,
  leaseOfJob,
  requestCancel,
} from "@/service/training/jobs/shared-jobs";
import type { TrainingFolder } from "@/service/training/state/training-folder";
import type { StoredJob, TrainingState } from "@/service/training/state/training-state";
import { describeJob } from "./describe-job";
import { Devices, deviceVariables, type HeldDevice } from "./devices";
import { bootId, stopLeftover } from "./process-tree";
import { type RunningJob, stopJob } from "./running-job";
import type { TrainerSettings } from "./trainer";
import { TrainerLog } from "./trainer-log";
import { TrainerRun } from "./trainer-process";

/** Delay between two attempts to store the end of a job: a client waits for it, so the service keeps trying. */
const STORE_RETRY_MS = 2_000;

/** Interval at which new jobs, requests to cancel and jobs of services that died are looked up. */
const LOOK_MS = 1_000;

/** Interval at which a job that another service cancels is checked. */
const CANCEL_POLL_MS = 200;

export interface JobRunnerOptions extends TrainerSettings {
  readonly state: TrainingState;
  /** Of the same database. */
  readonly leases: Leases;
  readonly folder: TrainingFolder;
  readonly blobs: BlobStore;
  readonly log: Logger;
  /** Called with the id of the model when a checkpoint is stored. */
  readonly onCheckpoint?: (modelId: string) => void;
}

/** The launcher does not wait for a trainer. */
const SHUTDOWN_GRACE_MS = 1_000;

export const NO_TRAINER =
  "This service runs no training jobs: HEDDLE_TRAINER is none. Remove the variable to use the built-in trainer, or set it to the command of another trainer, and restart the service.";

/** The problem of a job that ended because the service stopped. */
export const INTERRUPTED_MESSAGE = "The service was stopped while the job ran.";

/**
 * Works through the queue of jobs, one at a time on each device and never two of one model, each in its own process. If
 * several services share a database, the one with the lease of a job runs it, and another service ends the jobs of one
 * that died.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #devices: Devices;
  readonly #running = new Map<string, RunningJob>();
  #pumping: Promise<void> | null = null;
  #looks: RepeatedStep | null = null;
  #isWoken = false;
  #isClosed = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#devices = new Devices(options.devices, options.leases);
  }

  /** Ends processes that an earlier service left running, and continues the queue. */
  async start(): Promise<void> {
    const { state, leases, trainer, log } = this.#options;
    await this.#endAbandoned();
    if (leases.isShared) for (const job of await endedJobsOfBoot(state, bootId() ?? "")) this.#stopTrainerOf(job);
    // Other services may have a trainer.
    else if (trainer === null) {
      for (const { id } of await unfinishedJobs(state))
        await endJob(state, id, { status: "failed", reason: NO_TRAINER });
    }
    await removeOrphanCheckpoints(this.#options);
    if (leases.isShared) {
      const onFailure = (error: unknown) => log.warn({ err: error }, "could not check the jobs of other services");
      this.#looks = new RepeatedStep(() => this.#look(), LOOK_MS, onFailure);
    }
    this.wake();
  }

  async #look(): Promise<void> {
    await this.#endAbandoned();
    for (const [id, reason] of await cancelRequests(this.#options.state, [...this.#running.keys()])) {
      const running = this.#running.get(id);
      if (running) stopJob(running, reason, { isCancelled: true });
    }
    this.wake();
  }

  /** Ends the jobs of services that died, and their trainers where those run on this machine. */
  async #endAbandoned(): Promise<void> {
    const { state, leases } = this.#options;
    for (const job of await abandonedJobs(state, leases)) {
      this.#stopTrainerOf(job);
      await endAbandonedJob(state, leases, job, INTERRUPTED_MESSAGE);
    }
  }

  #stopTrainerOf({ id, trainer_pid: pid, trainer_started: started }: StoredJob): void {
    // A trainer of this service ends with its job.
    if (this.#running.has(id) || pid === null || started === null || !stopLeftover({ pid, started })) return;
    this.#options.log.warn({ job: id, pid }, "ended a trainer whose service had died");
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
    const { state, leases } = this.#options;
    for (;;) {
      const running = this.#running.get(jobId);
      if (running) {
        stopJob(running, reason, { isCancelled: true });
        await running.done;
        return;
      }
      if (await endJob(state, jobId, { status: "cancelled", reason }, ["queued"])) return;
      const job = await findJob(state, jobId);
      if (job?.status !== "running" || this.#isClosed) return;
      if (leases.isShared && !this.#running.has(jobId)) {
        await requestCancel(state, jobId, reason);
        await pause(CANCEL_POLL_MS);
      }
      // The queue has just taken the job, which will be in `running` in a moment.
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Ends running jobs as failed; queued ones continue at the next start, or in another service. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#looks?.stop();
    for (const running of this.#running.values()) stopJob(running, INTERRUPTED_MESSAGE, { graceMs: SHUTDOWN_GRACE_MS });
    await this.#pumping;
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #pump(): Promise<void> {
    const { state } = this.#options;
    while (this.#isWoken) {
      this.#isWoken = false;
      while (!this.#isClosed && (await nextJobId(state)) !== undefined && (await this.#beginNext())) {
        // Until no device or no job is left.
      }
    }
  }

  /** Starts the next job on a free device; false when either is missing. */
  async #beginNext(): Promise<boolean> {
    const { trainer } = this.#options;
    const device = trainer === null ? null : await this.#devices.take();
    if (trainer === null || device === null) return false;
    const claimed = await this.#claim(trainer.name, device.name).catch(async (error: unknown) => {
      await device.release();
      throw error;
    });
    if (claimed) this.#begin(...claimed, device);
    else await device.release();
    return claimed !== null;
  }

  /** Takes the next job that can start, with its lease. */
  async #claim(trainer: string, device: string | null): Promise<[StoredJob, Lease] | null> {
    const { state, leases } = this.#options;
    for (;;) {
      const id = await nextJobId(state);
      const lease = id === undefined ? null : await leases.take(leaseOfJob(id));
      if (id === undefined || lease === null) return null;
      try {
        const job = await claimJob(state, id, trainer, device);
        if (job) return [job, lease];
      } catch (error) {
        await lease.release();
        throw error;
      }
      // Another service took the job first, or it was cancelled.
      await lease.release();
    }
  }

  #begin(job: StoredJob, lease: Lease, device: HeldDevice): void {
    const running: RunningJob = {
      run: null,
      stopReason: this.#isClosed ? INTERRUPTED_MESSAGE : null,
      isCancelled: false,
      // Started in the next turn, when `running` can be read.
      done: Promise.resolve()
        .then(() => this.#carryOut(job, running))
        .catch((error: unknown) => this.#options.log.error({ err: error, job: job.id }, "a job could not be ended"))
        .finally(async () => {
          await lease.release();
          await device.release();
          this.#running.delete(job.id);
          this.wake();
        }),
    };
    this.#running.set(job.id, running);
    // Another service has ended the job, or will.
    const leave = () => stopJob(running, INTERRUPTED_MESSAGE);
    if (lease.lost.aborted) leave();
    else lease.lost.addEventListener("abort", leave, { once: true });
  }

  async #carryOut(job: StoredJob, running: RunningJob): Promise<void> {
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

  async #train(job: StoredJob, running: RunningJob): Promise<JobEnd> {
    const { folder, trainer } = this.#options;
    if (trainer === null) return { status: "failed", reason: NO_TRAINER };
    const { checkpoint_id: checkpointId } = job;
    if (checkpointId === null) throw new Error(`Job ${job.id} runs without a folder for its checkpoint.`);
    await folder.prepare(job.id, checkpointId);
    const { description, payload } = await describeJob(this.#options, job, checkpointId);
    try {
      return await this.#run(job, running, checkpointId, description);
    } finally {
      await payload.release();
    }
  }

  async #run(job: StoredJob, running: RunningJob, checkpointId: string, description: TrainerJob): Promise<JobEnd> {
    const { state, folder, trainer, limits } = this.#options;
    if (trainer === null) return { status: "failed", reason: NO_TRAINER };
    if (running.stopReason !== null) return { status: "failed", reason: running.stopReason };
    const means = new MeansByName();
    const trainerLog = new TrainerLog(folder.jobLog(job.id));
    const run = new TrainerRun({
      command: trainer.command,
      job: description,
      folder: folder.job(job.id),
      variables: deviceVariables(job.device),
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
