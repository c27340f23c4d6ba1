import { randomInt } from "node:crypto";
import { setTimeout as pauseFor } from "node:timers/promises";
import type { Logger } from "pino";
import { v7 as uuid7 } from "uuid";
import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import type { Identity } from "@/service/kernel/access/identity";
import { ConflictError, NotFoundError } from "@/service/kernel/errors/service-errors";
import { ActiveRuns } from "@/service/kernel/runs/active-runs";
import { changedLimits } from "@/service/kernel/runs/changed-limits";
import { SharedRuns } from "@/service/kernel/runs/shared-runs";
import { UNFINISHED_STATES } from "@/service/kernel/runs/stored-run";
import type { Lease, Leases } from "@/service/kernel/state/leases";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Services } from "@/service/traces/handlers/handler";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import type { Training } from "@/service/training/open-training";
import { RunSums } from "@/service/training/training-runs/figures/run-sums";
import { cancelOwnJob } from "@/service/training/training-runs/jobs/own-training";
import { LoggedRuns } from "@/service/training/training-runs/logged/logged-records";
import { RunProfiles } from "@/service/training/training-runs/profiles/run-profiles";
import { RolloutRecords } from "@/service/training/training-runs/records/rollout-records";
import {
  type IterationRecord,
  storedSettings,
  type TrainingRunRecord,
  TrainingRunRecords,
} from "@/service/training/training-runs/records/run-records";
import type { Tasks } from "@/service/training/training-runs/tasks/read-tasks";
import { ActiveRun, stoppedWithJob } from "./active-run";
import { checkCostLimit } from "./check-settings";
import { RunPreparation } from "./run-preparation";

/** New limits of a run that is resumed. */
export interface ResumedLimits {
  readonly iterations?: number | null | undefined;
  readonly concurrency?: number | null | undefined;
  readonly max_tokens?: number | null | undefined;
  readonly max_minutes?: number | null | undefined;
  readonly max_cost_usd?: number | null | undefined;
  readonly max_error_percent?: number | null | undefined;
}

interface Parts {
  readonly state: ServiceState;
  /** Of the same database. */
  readonly leases: Leases;
  readonly services: Services;
  readonly training: Training;
  readonly evaluations: CheckpointEvaluations;
  readonly queues: AnnotationQueues;
  readonly log: Logger;
}

const SEED_RANGE = 2 ** 31;

/** Interval at which a run that another service brings to rest is checked. */
const REST_POLL_MS = 100;

/**
 * The training runs of this service. They continue without the page that started them, and after a restart: rollouts
 * that had ended are not sampled again, and no job is sent twice. If several services share a database, one of them
 * works on each run, and any of them can pause, stop and resume it.
 */
export class TrainingRuns {
  readonly records: TrainingRunRecords;
  readonly rollouts: RolloutRecords;
  readonly sums: RunSums;
  readonly logged: LoggedRuns;
  readonly profiles: RunProfiles;
  readonly services: Services;
  readonly training: Training;
  readonly evaluations: CheckpointEvaluations;
  readonly queues: AnnotationQueues;
  readonly #log: Logger;
  readonly #preparation: RunPreparation;
  readonly #active = new ActiveRuns<ActiveRun>();
  readonly #shared: SharedRuns<TrainingRunRecord, ActiveRun>;

  constructor({ state, leases, services, training, evaluations, queues, log }: Parts) {
    this.records = new TrainingRunRecords(state);
    this.rollouts = new RolloutRecords(state);
    this.sums = new RunSums(this.rollouts);
    this.logged = new LoggedRuns(state);
    this.profiles = new RunProfiles(state);
    this.services = services;
    this.training = training;
    this.evaluations = evaluations;
    this.queues = queues;
    this.#log = log;
    this.#preparation = new RunPreparation(this);
    this.#shared = new SharedRuns({
      kind: "training-run",
      leases,
      records: this.records,
      active: this.#active,
      log,
      go: async (run, lease) => this.#go(run, lease),
      change: (run, settings) => run.change(storedSettings(settings)),
    });
  }

  /** Continues the runs that a restart interrupted, and those of services that died. */
  async start(): Promise<void> {
    await this.#shared.start();
  }

  /** Returns an active run. */
  activeRun(id: string): ActiveRun | null {
    return this.#active.get(id)?.run ?? null;
  }

  /** Checks settings as a start would. @throws ValidationError, NotFoundError, InvalidRequestError */
  async check(projectId: string, settings: TrainingRunSettings, identity: Identity, signal: AbortSignal) {
    return await this.#preparation.check(projectId, settings, identity, signal);
  }

  /** Registers the model if requested, and starts the run. */
  async begin(
    projectId: string,
    settings: TrainingRunSettings,
    identity: Identity,
    signal: AbortSignal,
  ): Promise<TrainingRunRecord> {
    const { tasks } = await this.check(projectId, settings, identity, signal);
    const modelId = await this.#preparation.readyModel(projectId, settings, identity, signal);
    const id = uuid7();
    // Taken before other services see the run: they would take a run without a lease for an interrupted one.
    const lease = await this.#shared.take(id);
    if (!lease) throw new Error(`The new training run ${id} has a lease already.`);
    try {
      await this.records.add({ id, projectId, modelId, identity, settings, ...planOf(settings, tasks) });
    } catch (error) {
      await lease.release();
      // Another request started it first.
      if (isUniqueViolation(error)) throw new ConflictError("Another run trains this model. Stop or pause it first.");
      throw error;
    }
    const run = await this.find(projectId, id);
    this.#go(run, lease);
    return run;
  }

  /** @throws NotFoundError */
  async find(projectId: string, id: string): Promise<TrainingRunRecord> {
    const run = await this.records.find(projectId, id);
    if (!run) throw new NotFoundError(`Training run ${id.slice(0, 128)} not found`);
    return run;
  }

  /** Begins no further rollout and no further job. Resolves when the rollouts that run have ended. */
  async pause(projectId: string, id: string): Promise<TrainingRunRecord> {
    const run = await this.find(projectId, id);
    const active = this.#active.get(id);
    if (active) {
      await this.records.updateAtWork(id, { reason: "Pausing." });
      active.run.rest("paused", null);
      await active.ended;
    } else if (UNFINISHED_STATES.includes(run.state)) return await this.#restElsewhere(run, "pause");
    else if (run.state !== "paused") throw new ConflictError(`This run is ${run.state}.`);
    return await this.find(projectId, id);
  }

  /**
   * Asks the service that works on a run to bring it to rest. If that service dies, another one or this one does it.
   */
  async #restElsewhere({ projectId, id }: TrainingRunRecord, request: "pause" | "stop"): Promise<TrainingRunRecord> {
    await this.records.request(id, request);
    for (;;) {
      const now = await this.find(projectId, id);
      if (this.#active.isClosed || !UNFINISHED_STATES.includes(now.state)) return now;
      await pauseFor(REST_POLL_MS);
    }
  }

  /** Ends the run, and cancels its job. Its checkpoints and rollouts stay. */
  async stop(projectId: string, id: string): Promise<TrainingRunRecord> {
    let run = await this.find(projectId, id);
    const active = this.#active.get(id);
    if (active) {
      await this.records.updateAtWork(id, { state: "stopping" });
      active.run.rest("stopped", "Stopped.");
      await active.ended;
      // It may have paused at the moment of the stop, for example after an error.
      run = await this.find(projectId, id);
    } else if (UNFINISHED_STATES.includes(run.state)) run = await this.#restElsewhere(run, "stop");
    if (run.state === "paused") {
      const last = (await this.records.iterations(id)).at(-1);
      // A job continues while its run is paused.
      const reason = last ? await this.#endJob(run, last) : "Stopped.";
      const stopped = { state: "stopped", reason, ended_at: new Date().toISOString() } as const;
      // It was resumed meanwhile.
      if (!(await this.records.leavePause(id, stopped))) return await this.stop(projectId, id);
    }
    return await this.find(projectId, id);
  }

  /** Cancels the job of a paused run. Returns the reason of the stopped run. */
  async #endJob({ settings }: TrainingRunRecord, last: IterationRecord): Promise<string> {
    if (settings.model.kind === "remote")
      return last.state === "training" && last.job_id !== null ? stoppedWithJob(last) : "Stopped.";
    await cancelOwnJob(this.training, last);
    return "Stopped.";
  }

  /**
   * Continues a paused run; for an active one, changes the number of concurrent rollouts.
   *
   * @throws ConflictError for one that has ended, and while another run trains the model
   */
  async resume(projectId: string, id: string, changed: ResumedLimits, identity: Identity): Promise<TrainingRunRecord> {
    await this.find(projectId, id);
    const resting = this.#active.get(id);
    if (resting?.run.isResting) await resting.ended;
    const run = await this.find(projectId, id);
    const isElsewhere = !this.#active.get(id) && UNFINISHED_STATES.includes(run.state);
    if (!this.#active.get(id) && !isElsewhere && run.state !== "paused")
      throw new ConflictError(`This run is ${run.state}. Start a new one.`);
    const { iterations, ...limits } = changed;
    const settings: TrainingRunSettings = {
      ...run.settings,
      iterations: iterations ?? run.settings.iterations,
      limits: changedLimits(run.settings.limits, limits),
    };
    const prices = await readProjectPrices(this.services.store, projectId);
    checkCostLimit(settings, prices, { providers: this.services.providers, identity });
    const active = this.#active.get(id);
    if (active && !active.run.isResting) {
      active.run.change(settings);
      await this.records.update(id, { settings: JSON.stringify(settings) });
      return await this.find(projectId, id);
    }
    if (isElsewhere) {
      // The service that works on the run reads its settings again.
      await this.records.update(id, { settings: JSON.stringify(settings) });
      return await this.find(projectId, id);
    }
    const other = await this.records.unfinishedOf(run.modelId, id);
    if (other !== null) throw new ConflictError(`The run ${other} trains this model. Stop or pause it first.`);
    const begun = { ...run, state: "running", reason: null, settings } as const;
    // Another request came first: its result decides.
    if (!(await this.#leavePause(begun))) return await this.resume(projectId, id, changed, identity);
    return await this.find(projectId, id);
  }

  /** Resumes a paused run. Returns false when another request resumed or stopped it first. */
  async #leavePause(run: TrainingRunRecord): Promise<boolean> {
    const lease = await this.#shared.take(run.id);
    if (!lease) {
      await pauseFor(REST_POLL_MS);
      return false;
    }
    const { state, reason, settings } = run;
    try {
      const isFirst = await this.records.leavePause(run.id, { state, reason, settings: JSON.stringify(settings) });
      if (isFirst) this.#go(run, lease);
      else await lease.release();
      return isFirst;
    } catch (error) {
      await lease.release();
      if (isUniqueViolation(error)) throw new ConflictError("Another run trains this model. Stop or pause it first.");
      throw error;
    }
  }

  #go(run: TrainingRunRecord, lease: Lease): void {
    const { services, training, queues, records, rollouts } = this;
    this.#active.go(new ActiveRun({ services, training, queues, records, rollouts, log: this.#log }, run), lease);
  }

  /** Interrupts the runs; the next start continues them. */
  async close(): Promise<void> {
    await this.#shared.stop();
    await this.#active.close();
  }
}

function planOf({ seed }: TrainingRunSettings, tasks: Tasks) {
  return {
    tasks: tasks.canChange ? tasks.values : null,
    taskCount: tasks.values.length,
    seed: seed ?? randomInt(SEED_RANGE),
  };
}
