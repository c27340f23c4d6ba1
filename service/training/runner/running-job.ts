import type { TrainerRun } from "./trainer-process";

/** A job that this service trains. */
export interface RunningJob {
  /** Null until its process has started. */
  run: TrainerRun | null;
  /** Set when a user cancels the job, or the service ends. */
  stopReason: string | null;
  isCancelled: boolean;
  readonly done: Promise<void>;
}

interface StopOptions {
  readonly isCancelled?: boolean;
  readonly graceMs?: number;
}

/** Ends the trainer of a job, or prevents its start. Only the first reason counts. */
export function stopJob(job: RunningJob, reason: string, { isCancelled = false, graceMs }: StopOptions = {}): void {
  job.isCancelled ||= isCancelled;
  job.stopReason ??= reason;
  job.run?.stop(reason, graceMs);
}
