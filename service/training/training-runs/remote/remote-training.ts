import { errorMessage } from "@/lib/guard/error-message";
import type { ModelAccess } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import { pauseFor } from "@/service/kernel/concurrency/pause-for";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import {
  type EndedJob,
  JobLostError,
  type JobProgress,
  type TrainingPort,
} from "@/service/training/training-runs/jobs/training-port";
import type { IterationRecord } from "@/service/training/training-runs/records/run-records";
import { JobEvents } from "./job-events";
import { type RemoteModel, remoteServiceOf } from "./remote-model";
import { remoteProvider } from "./remote-provider";
import { RemoteFailure, type RemoteService } from "./remote-service";

/** Stands for the id of a job between the moment it is sent and the response. */
const UNKNOWN_JOB = "unknown";

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;
/** How long a service may be unreachable before its run pauses. */
const PATIENCE_MS = 5 * 60_000;

const JOB_UNKNOWN =
  "It is not known whether the job was sent: there was no response. Look at the service; resuming the run sends it again.";

/** The jobs and checkpoints of a run on a remote service, by the core operations of the interface only. */
export class RemoteTraining implements TrainingPort {
  readonly modelId: string;
  #progress: JobProgress = { done: 0, total: null };
  /** False for a service that lists no checkpoint for an untrained model. */
  #hasFirstCheckpoint = true;
  readonly #model: RemoteModel;
  readonly #providers: ProviderDirectory;
  /** Ends all requests. */
  readonly #leaving: AbortSignal;

  constructor(providers: ProviderDirectory, model: RemoteModel, leaving: AbortSignal) {
    this.modelId = model.model_id;
    this.#model = model;
    this.#providers = providers;
    this.#leaving = leaving;
  }

  get progress(): JobProgress {
    return this.#progress;
  }

  /** The address and credential may be changed in the settings while the run works. */
  get #service(): RemoteService {
    return remoteServiceOf(this.#providers, this.#model);
  }

  async newestStep(): Promise<number> {
    const newest = await this.#service.newestCheckpoint(this.modelId, this.#leaving);
    this.#hasFirstCheckpoint = newest !== undefined;
    return newest?.step ?? 0;
  }

  async checkpoint(step: number) {
    if (step === 0) await this.newestStep();
    const { address } = this.#model;
    const model = step === 0 && !this.#hasFirstCheckpoint ? address : `${address}:step${step}`;
    const [entity = "", project = ""] = address.replace("wandb-artifact:///", "").split("/");
    const providers: ModelAccess["providers"] = {
      providers: this.#providers.providers,
      choose: (name, access) =>
        name === model
          ? { provider: remoteProvider(this.#service, `${entity}/${project}`), model: name }
          : this.#providers.choose(name, access),
    };
    return { model, providers };
  }

  intendedJob({ job_id: jobId }: IterationRecord): string {
    if (jobId === UNKNOWN_JOB) throw new JobLostError(JOB_UNKNOWN);
    return jobId ?? UNKNOWN_JOB;
  }

  async send(intended: string, body: () => Promise<string>): Promise<string> {
    if (intended !== UNKNOWN_JOB) return intended;
    try {
      return await this.#service.createJob(await body(), this.#leaving);
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
      const isRefused = error.status !== null && error.status >= 300 && error.status < 500;
      throw new JobLostError(isRefused ? error.message : `${error.message} ${JOB_UNKNOWN}`, { cause: error });
    }
  }

  async ended(jobId: string, signal: AbortSignal): Promise<EndedJob | null> {
    const events = new JobEvents();
    this.#progress = events.progress;
    let failingSince: number | null = null;
    let delayMs = FIRST_DELAY_MS;
    while (!signal.aborted) {
      try {
        await events.read(this.#service, jobId, this.#leaving);
        this.#progress = events.progress;
        if (events.failure !== null) return { state: "failed", problem: events.failure };
        if (events.hasEnded) return await this.#completed(events);
        failingSince = null;
        delayMs = FIRST_DELAY_MS;
      } catch (error) {
        if (!(error instanceof RemoteFailure)) throw error;
        failingSince ??= performance.now();
        if (!error.mayPass || performance.now() - failingSince >= PATIENCE_MS)
          throw new JobLostError(
            `The job ${jobId} cannot be followed: ${errorMessage(error)} Resuming the run follows it again.`,
            { cause: error },
          );
        delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
      }
      await pauseFor(delayMs, signal);
    }
    return null;
  }

  /** The interface has no operation that cancels. */
  async cancelJobOf({ state, job_id: jobId }: IterationRecord): Promise<boolean> {
    return jobId === null || (state !== "training" && state !== "sending");
  }

  async #completed(events: JobEvents): Promise<EndedJob> {
    const newest = await this.#service.newestCheckpoint(this.modelId, this.#leaving);
    if (newest === undefined) return { state: "failed", problem: "The job ended without a checkpoint." };
    return { state: "completed", step: newest.step, metrics: events.means };
  }
}
