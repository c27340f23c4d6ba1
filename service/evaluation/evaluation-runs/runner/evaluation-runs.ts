import { setTimeout as pauseFor } from "node:timers/promises";
import type { Logger } from "pino";
import { v7 as uuid7 } from "uuid";
import type { EvaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { errorMessage } from "@/lib/guard/error-message";
import type { Identity } from "@/service/kernel/access/identity";
import { ConflictError, NotFoundError } from "@/service/kernel/errors/service-errors";
import { ActiveRuns } from "@/service/kernel/runs/active-runs";
import { changedLimits } from "@/service/kernel/runs/changed-limits";
import { SharedRuns } from "@/service/kernel/runs/shared-runs";
import { UNFINISHED_STATES } from "@/service/kernel/runs/stored-run";
import type { Lease, Leases } from "@/service/kernel/state/leases";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Services } from "@/service/traces/handlers/handler";
import { ActiveRun, STOPPED_REASON } from "./active-run";
import { checkCostLimit, preparePlan, readSelection } from "./prepare-run";
import { cancelRoot } from "./root-calls";
import { type RunRecord, RunRecords, storedSettings } from "./run-records";

/** New limits of a run that is resumed. */
export interface ResumeLimits {
  readonly concurrency?: number | null | undefined;
  readonly max_cost_usd?: number | null | undefined;
  readonly max_error_percent?: number | null | undefined;
}

/** Time between two looks at a run that another service brings to rest. */
const REST_POLL_MS = 100;

const RESTING = new Set(["stopped", "finished", "failed"]);

/** Why a run failed whose start was interrupted: nothing was sent to a model. */
export const NEVER_BEGAN = "The service stopped before it began.";

/**
 * The evaluations that this service runs. They go on without the page that started them, and after a restart of the
 * service: trials that had ended are not run again. Of several services with one database, one works on a run, and each
 * of them can pause, stop and resume it.
 */
export class EvaluationRuns {
  readonly records: RunRecords;
  readonly services: Services;
  readonly #log: Logger;
  readonly #active = new ActiveRuns<ActiveRun>();
  readonly #shared: SharedRuns<RunRecord, ActiveRun>;
  readonly #onRest = new Set<(runId: string) => void>();

  constructor(state: ServiceState, services: Services, log: Logger, leases: Leases) {
    this.records = new RunRecords(state);
    this.services = services;
    this.#log = log;
    this.#shared = new SharedRuns({
      kind: "evaluation-run",
      leases,
      records: this.records,
      active: this.#active,
      log,
      go: (run, lease) => this.#continue(run, lease),
      change: (run, settings) => run.setConcurrency(storedSettings(settings).limits.concurrency),
    });
  }

  /** Continues the runs that a restart interrupted, and those of services that died. */
  async start(): Promise<void> {
    await this.#shared.start();
  }

  async #continue(run: RunRecord, lease: Lease): Promise<void> {
    if (run.plan !== null) return this.#go(run, lease);
    // The response to its start was never sent.
    await this.records.update(run.id, { state: "failed", reason: NEVER_BEGAN });
    await lease.release();
  }

  /** Calls a listener whenever a run has finished, failed, stopped or paused. */
  onRest(listener: (runId: string) => void): void {
    this.#onRest.add(listener);
  }

  /** Returns an active run. */
  activeRun(id: string): ActiveRun | null {
    return this.#active.get(id)?.run ?? null;
  }

  /** Checks settings as a start would. @throws ValidationError, NotFoundError */
  async check(projectId: string, settings: EvaluationSettings, identity: Identity, signal: AbortSignal) {
    const selection = await readSelection(this.services, projectId, settings, identity, signal);
    await checkCostLimit(this.services, projectId, settings, identity);
    return selection;
  }

  /**
   * Checks and publishes what a run needs, and begins it.
   *
   * @param id of the run; a second one with this id is rejected
   */
  async begin(
    projectId: string,
    settings: EvaluationSettings,
    identity: Identity,
    signal: AbortSignal,
    id = uuid7(),
  ): Promise<RunRecord> {
    const { rows, prompts } = await this.check(projectId, settings, identity, signal);
    // Before other services see the run: they would take one that is not worked on for interrupted.
    const lease = await this.#shared.take(id);
    if (!lease) throw new ConflictError("This evaluation is being started already.");
    try {
      await this.records.add(id, projectId, settings, identity);
      await this.#prepare(id, projectId, settings, { rows, prompts }, identity);
    } catch (error) {
      await lease.release();
      throw error;
    }
    const run = await this.find(projectId, id);
    this.#go(run, lease);
    return run;
  }

  async #prepare(
    id: string,
    projectId: string,
    settings: EvaluationSettings,
    { rows, prompts }: Awaited<ReturnType<typeof readSelection>>,
    { userId }: Identity,
  ): Promise<void> {
    try {
      const plan = await preparePlan({ services: this.services, projectId, userId }, settings, rows, prompts);
      await this.records.update(id, { state: "running", plan: JSON.stringify(plan) });
    } catch (error) {
      await this.records.update(id, { state: "failed", reason: errorMessage(error) });
      throw error;
    }
  }

  /** @throws NotFoundError */
  async find(projectId: string, id: string): Promise<RunRecord> {
    const run = await this.records.find(projectId, id);
    if (!run) throw new NotFoundError(`Evaluation run ${id.slice(0, 128)} not found`);
    return run;
  }

  /** Begins no further trial. Resolves when those that run have ended. */
  async pause(projectId: string, id: string): Promise<RunRecord> {
    const run = await this.find(projectId, id);
    const active = this.#active.get(id);
    if (!active) {
      if (run.state === "paused") return run;
      if (!UNFINISHED_STATES.includes(run.state)) throw new ConflictError(`This evaluation is ${run.state}.`);
      return await this.#restElsewhere(run, "pause");
    }
    await this.records.update(id, { reason: "Pausing." });
    active.run.rest("paused", null);
    await active.ended;
    return await this.find(projectId, id);
  }

  /** Ends the run and keeps its results. Resolves when the trials that run have ended. */
  async stop(projectId: string, id: string): Promise<RunRecord> {
    let run = await this.find(projectId, id);
    const active = this.#active.get(id);
    if (active) {
      await this.records.update(id, { state: "stopping" });
      active.run.rest("stopped", "Stopped.");
      await active.ended;
      return await this.find(projectId, id);
    }
    if (UNFINISHED_STATES.includes(run.state)) run = await this.#restElsewhere(run, "stop");
    if (run.state !== "paused") return run;
    const lease = await this.#shared.take(id);
    // Another request resumes or stops it in this moment.
    if (!lease) return await this.#again(() => this.stop(projectId, id));
    try {
      run = await this.find(projectId, id);
      if (run.state === "paused") await this.#stopPaused(run);
    } finally {
      await lease.release();
    }
    return await this.find(projectId, id);
  }

  async #again<Result>(request: () => Promise<Result>): Promise<Result> {
    await pauseFor(REST_POLL_MS);
    return await request();
  }

  /** Has the service that works on a run bring it to rest. If that one dies, another one does, or this one. */
  async #restElsewhere(run: RunRecord, request: "pause" | "stop"): Promise<RunRecord> {
    await this.records.request(run.id, request);
    for (;;) {
      const now = await this.find(run.projectId, run.id);
      if (this.#active.isClosed || !UNFINISHED_STATES.includes(now.state)) return now;
      await pauseFor(REST_POLL_MS);
    }
  }

  async #stopPaused(run: RunRecord): Promise<void> {
    const { services, records } = this;
    const trials = await records.trials(run.id);
    for (const modelIndex of run.settings.models.keys()) {
      const own = trials.filter((result) => result.modelIndex === modelIndex);
      if (run.plan && run.startedAt !== null)
        await cancelRoot({ services, run, plan: run.plan, modelIndex }, own, STOPPED_REASON);
    }
    await records.update(run.id, { state: "stopped", reason: "Stopped.", ended_at: new Date().toISOString() });
    this.#reportRest(run.id);
  }

  /**
   * Continues a paused run; of one that runs, changes how many trials run at a time.
   *
   * @throws ConflictError for one that has ended: its calls are complete
   */
  async resume(projectId: string, id: string, changed: ResumeLimits, identity: Identity): Promise<RunRecord> {
    const run = await this.find(projectId, id);
    const active = this.#active.get(id);
    if (active) return this.#setConcurrency(run, active.run, changed.concurrency ?? null);
    if (RESTING.has(run.state)) throw new ConflictError(`This evaluation is ${run.state}. Start a new one.`);
    // Another service works on it, and reads its settings again.
    if (run.state !== "paused") return await this.#setConcurrency(run, null, changed.concurrency ?? null);
    const settings = { ...run.settings, limits: changedLimits(run.settings.limits, changed) };
    await checkCostLimit(this.services, projectId, settings, identity);
    const lease = await this.#shared.take(id);
    // Of two requests to resume, the first one counts.
    if (!lease) return await this.#again(() => this.resume(projectId, id, changed, identity));
    if ((await this.find(projectId, id)).state !== "paused") {
      await lease.release();
      return await this.resume(projectId, id, changed, identity);
    }
    await this.records.update(id, { state: "running", reason: null, settings: JSON.stringify(settings) });
    const resumed = await this.find(projectId, id);
    this.#go(resumed, lease);
    return resumed;
  }

  async #setConcurrency(run: RunRecord, active: ActiveRun | null, concurrency: number | null): Promise<RunRecord> {
    if (concurrency === null) return run;
    const settings = { ...run.settings, limits: { ...run.settings.limits, concurrency } };
    // A restart keeps it.
    await this.records.update(run.id, { settings: JSON.stringify(settings) });
    active?.setConcurrency(concurrency);
    return { ...run, settings };
  }

  #go(run: RunRecord, lease: Lease): void {
    if (run.plan === null) throw new Error(`The run ${run.id} has no plan`);
    const active = new ActiveRun({ services: this.services, records: this.records, log: this.#log }, run, run.plan);
    this.#active.go(active, lease, () => this.#reportRest(run.id));
  }

  /** An interrupted run does not rest: the next start continues it. */
  #reportRest(runId: string): void {
    if (this.#active.isClosed) return;
    for (const listener of this.#onRest) listener(runId);
  }

  /** Interrupts the runs; the next start continues them. */
  async close(): Promise<void> {
    await this.#shared.stop();
    await this.#active.close();
  }
}
