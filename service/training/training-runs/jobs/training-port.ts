import type { ModelAccess } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import type { IterationRecord } from "@/service/training/training-runs/records/run-records";

/** The delay between two polls of a job, as for a client of the interface. */
export const POLL_MS = 150;

/** The end of a job; `interrupted` when the service stopped while it ran, so that it may be sent again. */
export type EndedJob =
  | { readonly state: "completed"; readonly step: number; readonly metrics?: Readonly<Record<string, number>> }
  | { readonly state: "failed" | "interrupted"; readonly problem: string };

/** The gradient steps of a running job; the total is null until the trainer says it. */
export interface JobProgress {
  readonly done: number;
  readonly total: number | null;
}

/** A job could not be followed to its end; the message says why, and what to do. The job may still be running. */
export class JobLostError extends Error {
  override readonly name = "JobLost";
}

/** The service that samples and trains the model of a run: this one, or a remote one. */
export interface TrainingPort {
  /** The id of the model there. */
  readonly modelId: string;
  /** Null where the progress of jobs is read from the state of this service. */
  readonly progress: JobProgress | null;
  /** Returns the step of the newest checkpoint; null when every one was deleted, or the model. */
  newestStep(): Promise<number | null>;
  /** Returns the name of a checkpoint in requests, and the providers that answer for it. */
  checkpoint(step: number): Promise<{ readonly model: string; readonly providers: ModelAccess["providers"] }>;
  /**
   * Returns the id that is stored before the job of an iteration is sent.
   *
   * @throws JobLostError when an earlier start may have sent it, and its id is not known
   */
  intendedJob(iteration: IterationRecord): string;
  /** Sends a job unless it was sent already. Returns its id. */
  send(intended: string, body: () => Promise<string>): Promise<string>;
  /** Resolves when a job has ended; with null when the signal is aborted. @throws JobLostError */
  ended(jobId: string, signal: AbortSignal): Promise<EndedJob | null>;
  /** Cancels the job of an iteration; one that has ended stays as it is. Returns false where that is not possible. */
  cancelJobOf(iteration: IterationRecord): Promise<boolean>;
}
