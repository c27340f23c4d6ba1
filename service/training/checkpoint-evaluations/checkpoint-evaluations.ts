import type { Logger } from "pino";
import type { CheckpointEvaluationSettings } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { errorMessage } from "@/lib/guard/error-message";
import { type EvaluationRuns, NEVER_BEGAN } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import type { Identity } from "@/service/kernel/access/identity";
import { RepeatedStep } from "@/service/kernel/concurrency/repeated-step";
import { ConflictError, InvalidRequestError, NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Leases } from "@/service/kernel/state/leases";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { newestCheckpoint } from "@/service/training/models/checkpoints";
import { findModel, projectOf } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";
import type { StoredModel } from "@/service/training/state/training-state";
import { readCheckpointFigures } from "./checkpoint-figures";
import { type EvaluationRecord, EvaluationRecords, type SettingRecord } from "./evaluation-records";
import { checkpointName, runSettingsOf } from "./evaluation-settings";
import { checkpointsSince, liveCheckpoints } from "./model-checkpoints";
import { refreshRowFigures } from "./refresh-row-figures";

/** The delay before a model is looked at again after a failure of the databases. */
const RETRY_MS = 5_000;

/** The delay before a model is looked at again that another service looks at. */
const BUSY_MS = 500;

/** Time between two looks at all models, for what a service had noticed when it died. */
const LOOK_MS = 60_000;

const ACTIVE = new Set(["queued", "running", "stopping"]);

interface Parts {
  readonly state: ServiceState;
  /** Of the same database. */
  readonly leases: Leases;
  readonly training: Training;
  readonly runs: EvaluationRuns;
  readonly log: Logger;
}

/**
 * Evaluates the checkpoints of models on which an evaluation is set: each new one, and existing ones on request. A
 * checkpoint gets one record, with the id of its run, before the run begins; a run has a record of the same id. So a
 * restart finds what is missing, and nothing runs twice. Of several services with one database, one looks at a model.
 */
export class CheckpointEvaluations {
  readonly records: EvaluationRecords;
  readonly training: Training;
  readonly runs: EvaluationRuns;
  readonly #log: Logger;
  readonly #leases: Leases;
  #looks: RepeatedStep | null = null;
  readonly #closing = new AbortController();
  readonly #retries = new Set<NodeJS.Timeout>();
  /** One model at a time: two looks at one model would begin its next run twice. */
  #work: Promise<void> = Promise.resolve();

  constructor({ state, leases, training, runs, log }: Parts) {
    this.#leases = leases;
    this.records = new EvaluationRecords(state);
    this.training = training;
    this.runs = runs;
    this.#log = log;
  }

  /** Looks at every model with a setting, and from then on at those with a new checkpoint or an ended run. */
  async start(): Promise<void> {
    this.training.onCheckpoint((modelId) => this.wake(modelId));
    this.runs.onRest((runId) => this.#later(async () => this.#advanceAfter(runId), runId));
    await this.#wakeAll();
    if (!this.#leases.isShared) return;
    const onFailure = (error: unknown) => this.#log.warn({ err: error }, "evaluated models could not be read");
    this.#looks = new RepeatedStep(() => this.#wakeAll(), LOOK_MS, onFailure);
  }

  async #wakeAll(): Promise<void> {
    for (const modelId of await this.records.modelIds()) this.wake(modelId);
  }

  /** Looks for checkpoints of a model to evaluate. */
  wake(modelId: string): void {
    this.#later(async () => this.#advance(modelId), modelId);
  }

  /** Resolves when everything that was noticed so far is begun or stored. */
  async idle(): Promise<void> {
    await this.#work;
  }

  /** @throws NotFoundError */
  async find(modelId: string): Promise<SettingRecord> {
    const setting = await this.records.setting(modelId);
    if (!setting) throw new NotFoundError("No evaluation is set on this model.");
    return setting;
  }

  /**
   * Sets the evaluation of a model's checkpoints, after a check against its newest one.
   * @throws ValidationError naming the member, InvalidRequestError when this service cannot run the checkpoints
   */
  async set(
    model: StoredModel,
    settings: CheckpointEvaluationSettings,
    identity: Identity,
    signal: AbortSignal,
  ): Promise<void> {
    const { checkpointModels, state } = this.training;
    if (!checkpointModels.canRun(model.base_model))
      throw new InvalidRequestError(checkpointModels.cannotRunText(model.base_model));
    const newest = await newestCheckpoint(state, model.id);
    const checked = runSettingsOf(settings, checkpointName(model, newest?.step ?? 0));
    await this.runs.check(projectOf(model), checked, identity, signal);
    await this.records.set(model.id, projectOf(model), settings, identity);
    this.wake(model.id);
  }

  /**
   * Evaluates existing checkpoints: all without an evaluation, or the given ones, also where one failed or was stopped.
   * @throws NotFoundError, ConflictError for one that runs, waits, is paused or has finished
   */
  async evaluate(modelId: string, steps: readonly number[] | null, requester: Identity): Promise<void> {
    const setting = await this.find(modelId);
    const live = await liveCheckpoints(this.training.state, modelId);
    const known = new Map((await this.records.evaluations(setting)).map((one) => [one.checkpointId, one]));
    for (const step of steps ?? []) {
      const checkpoint = live.find((one) => one.step === step);
      if (!checkpoint) throw new NotFoundError(`The model has no checkpoint ${step}.`);
      const evaluation = known.get(checkpoint.id);
      if (evaluation && !canRepeat(evaluation))
        throw new ConflictError(
          evaluation.run?.state === "paused"
            ? `The evaluation of step ${step} is paused: resume it, or stop it first.`
            : `The evaluation of step ${step} ${evaluation.figures === null ? "has begun already" : "has finished"}.`,
        );
    }
    for (const checkpoint of live) {
      if (steps !== null && !steps.includes(checkpoint.step)) continue;
      const evaluation = known.get(checkpoint.id);
      if (!evaluation) await this.records.add(setting, checkpoint, requester);
      else if (steps !== null) await this.records.renew(evaluation.runId, requester);
    }
    this.wake(modelId);
  }

  async remove(modelId: string): Promise<void> {
    await this.records.remove(modelId);
  }

  #later(task: () => Promise<void>, subject: string): void {
    if (this.#closing.signal.aborted) return;
    this.#work = this.#work.then(task).catch((error: unknown) => {
      if (this.#closing.signal.aborted) return;
      this.#log.error({ err: error, subject }, "checkpoints could not be looked at");
      this.#after(RETRY_MS, () => this.#later(task, subject));
    });
  }

  #after(delayMs: number, step: () => void): void {
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      step();
    }, delayMs);
    this.#retries.add(timer);
  }

  async #advanceAfter(runId: string): Promise<void> {
    const modelId = await this.records.modelOf(runId);
    if (modelId !== null) await this.#advance(modelId);
  }

  async #advance(modelId: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const lease = await this.#leases.take(`checkpoint-evaluation:${modelId}`);
    // What this service has noticed may be newer than what the other one has read.
    if (!lease) return this.#after(BUSY_MS, () => this.wake(modelId));
    try {
      await this.#advanceAlone(modelId);
    } finally {
      await lease.release();
    }
  }

  /** Stores the figures of runs that finished, adds the new checkpoints, and begins the next run. */
  async #advanceAlone(modelId: string): Promise<void> {
    for (const runId of await this.records.unsettled(modelId)) await this.#settle(runId);
    const setting = await this.records.setting(modelId);
    if (!setting) return;
    const model = await findModel(this.training.state, modelId);
    if (!model) return await this.records.remove(modelId);
    await this.#refreshRows(setting);
    await this.#addNew(setting);
    for (;;) {
      const evaluations = await this.records.evaluations(setting);
      if (evaluations.some(({ run }) => run !== null && ACTIVE.has(run.state))) return;
      const next = evaluations.find(({ run, problem }) => problem === null && (run === null || neverBegan(run)));
      if (!next || this.#closing.signal.aborted) return;
      if (next.run === null) await this.#begin(setting, model, next);
      else await this.records.renew(next.runId);
    }
  }

  async #addNew(setting: SettingRecord): Promise<void> {
    const { onSince, settings, modelId } = setting;
    if (onSince === null) return;
    for (const checkpoint of await checkpointsSince(this.training.state, modelId, onSince))
      if (checkpoint.step % settings.every === 0) await this.records.add(setting, checkpoint, null);
  }

  /** Begins a run. A failure is stored where the page shows it. */
  async #begin(setting: SettingRecord, model: StoredModel, evaluation: EvaluationRecord): Promise<void> {
    const { step, runId, requester } = evaluation;
    const { signal } = this.#closing;
    try {
      const live = await liveCheckpoints(this.training.state, model.id);
      if (!live.some(({ id }) => id === evaluation.checkpointId))
        throw new NotFoundError("The checkpoint was deleted.");
      const settings = runSettingsOf(setting.settings, checkpointName(model, step));
      await this.runs.begin(setting.projectId, settings, requester ?? setting.identity, signal, runId);
    } catch (error) {
      if (signal.aborted) return;
      this.#log.warn({ err: error, model: model.id, step }, "a checkpoint could not be evaluated");
      await this.records.settle(runId, { problem: errorMessage(error) });
    }
  }

  async #settle(runId: string): Promise<void> {
    const { signal } = this.#closing;
    try {
      const run = await this.runs.records.findById(runId);
      const callId = run?.plan?.roots[0]?.callId;
      if (!run || callId === undefined) throw new Error("its run is missing");
      const figures = await readCheckpointFigures(this.runs.services, run.projectId, callId, signal);
      const hasAnswer = figures.trial_count > figures.error_count;
      await this.records.settle(runId, hasAnswer ? { figures } : { problem: await this.#whyNone(runId) });
    } catch (error) {
      if (signal.aborted) return;
      this.#log.error({ err: error, runId }, "the figures of a checkpoint could not be read");
      await this.records.settle(runId, { problem: `Its figures could not be read: ${errorMessage(error)}` });
    }
  }

  /** Computes figures again whose held-out rows are other ones since the model was trained on more. */
  async #refreshRows(setting: SettingRecord): Promise<void> {
    const { signal } = this.#closing;
    const isDone = await refreshRowFigures({ records: this.records, services: this.runs.services }, setting, signal);
    if (!isDone) this.wake(setting.modelId);
  }

  /** A run in which every trial failed has no figure: 0 would be a score. */
  async #whyNone(runId: string): Promise<string> {
    const [first] = await this.runs.records.trials(runId);
    return `No trial has an answer: ${first?.error ?? "the run has no trials"}`;
  }

  /** Begins nothing any more. Runs are interrupted by their own owner. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#looks?.stop();
    await this.#work;
    for (const timer of this.#retries) clearTimeout(timer);
  }
}

/** True for a run whose start was interrupted: nothing was sent, so that it begins again by itself. */
function neverBegan({ state, reason }: NonNullable<EvaluationRecord["run"]>): boolean {
  return state === "failed" && reason === NEVER_BEGAN;
}

/** True where an evaluation has ended without figures. */
function canRepeat({ run, problem, figures }: EvaluationRecord): boolean {
  if (figures !== null) return false;
  return problem !== null || run?.state === "failed" || run?.state === "stopped";
}
