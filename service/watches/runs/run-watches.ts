import type { Logger } from "pino";
import type { InputOf } from "@/lib/api/contract/operations";
import type { RunWatchDetail } from "@/lib/api/contract/watches/run-watches";
import type { Identity } from "@/service/kernel/access/identity";
import { ConflictError, NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { findJob } from "@/service/training/jobs/jobs";
import { clientRunId, requireClientModel } from "@/service/training/training-runs/reading/client-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { ChannelIds } from "@/service/watches/channels/channel-ids";
import type { WatchLink } from "@/service/watches/rules/watch-link";
import { describeRunWatch, isRunAlarming } from "./describe-run-watch";
import { judgeRunWatch } from "./judge-run-watch";
import type { StoredRuleState } from "./run-course";
import { levelsOf } from "./run-rules";
import { type RunWatchRecord, RunWatchRecords } from "./run-watch-records";
import { readSigns, type WatchedRun, watchedRuns } from "./watched-runs";

interface Parts {
  readonly state: ServiceState;
  readonly runs: TrainingRuns;
  readonly link: WatchLink;
  readonly log: Logger;
  /** The clock of tests. */
  readonly now?: () => number;
}

/** Another service may change a row at the same moment. */
const MAX_TRIES = 10;

/**
 * The watches of training runs, on by default. The service that judges watches of calls judges them, too. A run is paused or
 * stopped after what is stored says so: a restart in between does it again, and a run that rests stays as it is.
 */
export class RunWatches {
  readonly #parts: Parts;
  readonly #records: RunWatchRecords;
  /** Runs that are being paused or stopped. */
  readonly #acting = new Map<string, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#records = new RunWatchRecords(parts.state);
  }

  /** Judges all runs that go on, and once more those that have ended. */
  async judge(nowMs: number, signal: AbortSignal): Promise<void> {
    const open = await this.#records.open();
    for (const run of await watchedRuns(this.#parts.runs, open, nowMs)) {
      if (signal.aborted) return;
      try {
        await this.#judgeOne(run, nowMs);
      } catch (error) {
        if (error instanceof NotFoundError) await this.#records.remove(run.runId);
        else this.#parts.log.warn({ err: error, runId: run.runId }, "a training run could not be judged");
      }
    }
  }

  async #judgeOne(run: WatchedRun, nowMs: number): Promise<void> {
    const before = await this.#records.find(run.runId);
    if (run.isOver && before?.isOver) return;
    const { settings } = await this.#records.settings(run.projectId, run.runId);
    if (!settings.is_on && (before === null || (before.isOver && before.states.length === 0))) return;
    const { state, runs, link } = this.#parts;
    const signs = await readSigns(runs, run);
    const stored = await judgeRunWatch({ state, link, nowMs }, signs, settings, before);
    if (stored !== null && signs.canBeActedOn) this.#actOn(stored);
  }

  #actOn(record: RunWatchRecord): void {
    const { runId } = record;
    const due = record.states.find(({ state, is_done: isDone }) => state !== "ok" && !isDone);
    if (due === undefined || this.#acting.has(runId)) return;
    const acting = this.#act(record, due)
      .catch((error: unknown) => this.#parts.log.warn({ err: error, runId }, "a watch could not act on its run"))
      .finally(() => this.#acting.delete(runId));
    this.#acting.set(runId, acting);
  }

  async #act({ runId, projectId, isOver }: RunWatchRecord, { rule, action, sentence }: StoredRuleState): Promise<void> {
    const { runs } = this.#parts;
    if (!isOver && action !== "none") {
      const run = await (action === "stop" ? runs.stop(projectId, runId) : runs.pause(projectId, runId));
      const isAsWanted = run.state === (action === "stop" ? "stopped" : "paused");
      const word = action === "stop" ? "Stopped" : "Paused";
      if (isAsWanted) await runs.records.update(runId, { reason: `${word} by its watch: ${sentence}.` });
    }
    await this.#change(runId, (states) => states.map((one) => (one.rule === rule ? { ...one, is_done: true } : one)));
  }

  /** Resolves when no run is being paused or stopped. */
  async settled(): Promise<void> {
    await Promise.all(this.#acting.values());
  }

  /** Changes the stored states, whatever is judged meanwhile. */
  async #change(
    runId: string,
    change: (states: readonly StoredRuleState[]) => readonly StoredRuleState[],
  ): Promise<RunWatchRecord> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const record = await this.#records.find(runId);
      if (record === null) throw new NotFoundError(`Training run ${runId.slice(0, 128)} is not watched`);
      const changed = { ...record, states: change(record.states) };
      if (await this.#records.save(changed, record.revision)) return changed;
    }
    throw new ConflictError("This run is being judged. Try again.");
  }

  async list(projectId: string) {
    const records = await this.#records.list(projectId);
    const shown = records.filter(
      ({ isOver, states }) => !isOver || states.some(({ state }) => state === "firing" || state === "ended"),
    );
    return { runs: shown.map(describeRunWatch), firing_count: records.filter(isRunAlarming).length };
  }

  /** @throws NotFoundError */
  async read({ project_id: projectId, run_id: runId, job_id: jobId }: InputOf<"runWatches.read">["body"]) {
    return await this.#detail(projectId, runId ?? (jobId == null ? null : await this.#runOfJob(projectId, jobId)));
  }

  /** Returns the run that a job belongs to: one of the service, otherwise that of its model. @throws NotFoundError */
  async #runOfJob(projectId: string, jobId: string): Promise<string> {
    const { runs } = this.#parts;
    const job = await findJob(runs.training.state, jobId);
    if (!job) throw new NotFoundError(`Training job ${jobId.slice(0, 128)} not found`);
    await requireClientModel(runs, projectId, job.model_id);
    return (await runs.records.runOfJob(jobId)) ?? clientRunId(job.model_id);
  }

  async #detail(projectId: string, runId: string | null): Promise<RunWatchDetail> {
    const { settings, isOfProject } = await this.#records.settings(projectId, runId);
    const record = runId === null ? null : await this.#records.find(runId);
    return {
      ...{ run_id: runId, settings, levels: levelsOf(settings), is_of_project: isOfProject },
      watch: record?.projectId === projectId ? describeRunWatch(record) : null,
    };
  }

  /** @throws NotFoundError for a channel or a run that does not exist */
  async save(given: InputOf<"runWatches.save">["body"], { userId }: Identity): Promise<RunWatchDetail> {
    const { project_id: projectId, settings } = given;
    const runId = given.run_id ?? null;
    if (runId !== null) await readSigns(this.#parts.runs, { runId, projectId });
    await new ChannelIds(this.#parts.state).require(projectId, settings?.channel_ids ?? []);
    await this.#records.saveSettings({ projectId, runId, userId }, settings);
    return await this.#detail(projectId, runId);
  }

  /** Notes who looks at what fires. @throws NotFoundError, ConflictError when nothing fires */
  async acknowledge(given: InputOf<"runWatches.acknowledge">["body"], { userId }: Identity): Promise<RunWatchDetail> {
    const { project_id: projectId, run_id: runId, note } = given;
    const record = await this.#records.find(runId);
    if (record?.projectId !== projectId) throw new NotFoundError(`Training run ${runId} is not watched`);
    if (!record.states.some(({ state }) => state === "firing"))
      throw new ConflictError("Nothing fires that could be acknowledged.");
    const acknowledged = { acknowledged_at: new Date(this.#now()).toISOString(), acknowledged_by: userId, note };
    await this.#change(runId, (states) =>
      states.map((one) => (one.state === "firing" ? { ...one, ...acknowledged } : one)),
    );
    return await this.#detail(projectId, runId);
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)();
  }
}
