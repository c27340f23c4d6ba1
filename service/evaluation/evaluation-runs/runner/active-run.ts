import type { Logger } from "pino";
import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import { errorMessage } from "@/lib/guard/error-message";
import { BudgetReachedError } from "@/service/completion/budgets/budget-reached-error";
import {
  type BaselineAnswers,
  readBaselineAnswers,
} from "@/service/evaluation/evaluation-runs/trials/baseline-answers";
import { type RunRow, readRunRows } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import { runTrial, type TrialPlan } from "@/service/evaluation/evaluation-runs/trials/run-trial";
import { storeTrial, type TrialScope } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { TrialKey, TrialResult } from "@/service/evaluation/evaluation-runs/trials/trial-result";
import type { Services } from "@/service/traces/handlers/handler";
import { type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import { mappedMessages, mappedScorers } from "./mapped-settings";
import { recoverTrials } from "./recover-trials";
import { cancelRoot, finishRoot, startRoot } from "./root-calls";
import type { RunPlan, RunRecord, RunRecords } from "./run-records";
import { RunTotals } from "./run-totals";

/** Trials before the share of errors counts. */
const MIN_TRIALS_FOR_ERRORS = 20;

export const STOPPED_REASON = "cancelled";

const OVER_BUDGET = "The spending limit of $";

/** True for the reason of a run that its limit of money paused. */
export const isOverBudget = (reason: string | null): boolean => reason?.startsWith(OVER_BUDGET) ?? false;

interface RunContext {
  readonly services: Services;
  readonly records: RunRecords;
  readonly log: Logger;
}

/** The state in which a run comes to rest; only `paused` can be resumed. */
type Rest = { readonly state: RunState; readonly reason: string | null };

/** The trials of one model, and how many of them run. */
interface Lane {
  readonly modelIndex: number;
  readonly waiting: Iterator<TrialKey>;
  /** One for each trial that ran or runs at the same time as others. */
  readonly workers: Promise<void>[];
  active: number;
  /** True once no trial is left, or the run rests: a further worker would have nothing to do. */
  isOver: boolean;
}

/** A run whose trials are being run, from a start or a restart until it rests. */
export class ActiveRun {
  readonly run: RunRecord;
  readonly plan: RunPlan;
  readonly totals: RunTotals;
  rows: readonly RunRow[] = [];
  /** The state that it changes to once its current trials have ended; null while it goes on. */
  #rest: Rest | null = null;
  readonly #context: RunContext;
  readonly #leaving = new AbortController();
  readonly #done: TrialResult[] = [];
  #prices: ProjectPrices = new Map();
  #baselines = new Map<string, BaselineAnswers>();
  #inFlight = 0;
  #concurrency: number;
  readonly #lanes = new Set<Lane>();

  constructor(context: RunContext, run: RunRecord, plan: RunPlan) {
    this.run = run;
    this.plan = plan;
    this.#context = context;
    this.#concurrency = run.settings.limits.concurrency;
    this.totals = new RunTotals({
      models: run.settings.models.length,
      rows: plan.rowCount,
      trials: run.settings.trials,
      scorers: run.settings.scorers.map(({ name }) => name),
    });
  }

  /** Changes how many trials of each model run at a time. Those that run already are not ended for it. */
  setConcurrency(count: number): void {
    this.#concurrency = count;
    for (const lane of this.#lanes) this.#fill(lane);
  }

  /** True while it only finishes running trials. */
  get isResting(): boolean {
    return this.#rest !== null;
  }

  /** Ends the trials that run, and then rests. */
  rest(state: RunState, reason: string | null): void {
    this.#rest ??= { state, reason };
    if (state === "stopped") this.#rest = { state, reason };
  }

  /** Interrupts the trials that run: they are run again when the service starts. */
  interrupt(): void {
    this.#leaving.abort();
  }

  /** Runs all trials that have not ended. Resolves when it rests or was interrupted; never rejects. */
  async go(): Promise<void> {
    const { records, log } = this.#context;
    const { run } = this;
    try {
      await this.#open();
      await Promise.all(run.settings.models.map((_model, index) => this.#runModel(index)));
      if (this.#leaving.signal.aborted) return;
      await this.#settle();
    } catch (error) {
      if (this.#leaving.signal.aborted) return;
      log.error({ err: error, runId: run.id }, "an evaluation failed");
      await records
        .update(run.id, { state: "paused", reason: `Interrupted: ${errorMessage(error)}` })
        .catch((failure: unknown) => log.error({ err: failure, runId: run.id }, "an evaluation could not be paused"));
    }
  }

  async #open(): Promise<void> {
    const { services, records } = this.#context;
    const { run, plan } = this;
    const { signal } = this.#leaving;
    const all = { dataset_ref: plan.datasetRef, filters: [], sample: { kind: "all" } } as const;
    // The evaluated rows are a dataset of their own, so that a restart finds the same ones.
    ({ rows: this.rows } = await readRunRows(services, run.projectId, { ...all, filters: [] }, signal));
    this.#prices = await readProjectPrices(services.store, run.projectId, { signal });
    for (const scorer of run.settings.scorers) {
      if (scorer.kind !== "pairwise") continue;
      const answers = await readBaselineAnswers(services.store, run.projectId, scorer.baseline_call_id, signal);
      if (answers.size === 0)
        throw new Error(`The evaluation ${scorer.baseline_call_id} has no answers to compare with`);
      this.#baselines.set(scorer.name, answers);
    }
    for (const result of await records.trials(run.id)) this.#keep(result);
    const recovered = await recoverTrials(services.store, run, plan, this.#missing(), this.#prices, signal);
    for (const result of recovered) {
      await records.addTrial(run.id, result);
      this.#keep(result);
    }
    if (run.startedAt !== null) return;
    for (const modelIndex of run.settings.models.keys()) await startRoot({ services, run, plan, modelIndex });
    await records.update(run.id, { started_at: new Date().toISOString() });
  }

  #keep(result: TrialResult): void {
    this.#done.push(result);
    this.totals.add(result);
  }

  /** Trials that have not ended: all trials of a row, then those of the next one, so that complete rows come early. */
  #missing(modelIndex?: number): TrialKey[] {
    const { settings } = this.run;
    const keyText = (key: TrialKey) => `${key.modelIndex} ${key.trial} ${key.position}`;
    const ended = new Set(this.#done.map(keyText));
    const missing: TrialKey[] = [];
    for (const index of modelIndex === undefined ? settings.models.keys() : [modelIndex]) {
      for (let position = 0; position < this.plan.rowCount; position += 1) {
        for (let trial = 0; trial < settings.trials; trial += 1) {
          const key = { modelIndex: index, trial, position };
          if (!ended.has(keyText(key))) missing.push(key);
        }
      }
    }
    return missing;
  }

  async #runModel(modelIndex: number): Promise<void> {
    const lane: Lane = {
      modelIndex,
      waiting: this.#missing(modelIndex).values(),
      workers: [],
      active: 0,
      isOver: false,
    };
    this.#lanes.add(lane);
    this.#fill(lane);
    // More workers may join while these run.
    for (let count = 0; count < lane.workers.length; ) {
      count = lane.workers.length;
      await Promise.all(lane.workers);
    }
    this.#lanes.delete(lane);
  }

  #fill(lane: Lane): void {
    while (!lane.isOver && lane.active < this.#concurrency) {
      lane.active += 1;
      lane.workers.push(this.#work(lane));
    }
  }

  async #work(lane: Lane): Promise<void> {
    const { modelIndex, waiting } = lane;
    const plan = this.#trialPlan(modelIndex);
    const scope = this.#trialScope(modelIndex);
    const { services, records } = this.#context;
    for (;;) {
      this.#checkLimits();
      const isSurplus = lane.active > this.#concurrency;
      const next = isSurplus || this.#rest !== null || this.#leaving.signal.aborted ? null : waiting.next();
      if (next === null || next.done) {
        lane.active -= 1;
        lane.isOver ||= !isSurplus;
        return;
      }
      const key = next.value;
      const row = this.rows[key.position];
      if (!row) throw new Error(`The table has no row ${key.position} any more`);
      this.#inFlight += 1;
      this.totals.begin(key);
      try {
        const trial = await runTrial(plan, row, key.trial, this.#leaving.signal);
        const result = await storeTrial(services, scope, key, row, trial);
        await records.addTrial(this.run.id, result);
        this.#keep(result);
      } catch (error) {
        this.totals.leave(key);
        // The loop ends before another trial.
        if (this.#leaving.signal.aborted) continue;
        // The others end their trials, and none begins another one.
        this.rest(
          "paused",
          error instanceof BudgetReachedError ? error.message : `Interrupted: ${errorMessage(error)}`,
        );
        if (error instanceof BudgetReachedError) continue;
        this.#context.log.error({ err: error, runId: this.run.id }, "a trial of an evaluation could not be stored");
      } finally {
        this.#inFlight -= 1;
      }
    }
  }

  /** Rests before a trial would pass the limit of money, counting those that run by the mean of the others. */
  #checkLimits(): void {
    const { max_cost_usd: maxCost, max_error_percent: maxErrors } = this.run.settings.limits;
    const { done, errors, spentUsd } = this.totals;
    if (maxCost) {
      const meanUsd = done === 0 ? 0 : spentUsd / done;
      if (spentUsd + (this.#inFlight + 1) * meanUsd > maxCost || spentUsd >= maxCost)
        this.rest("paused", `${OVER_BUDGET}${maxCost} is reached.`);
    }
    if (
      maxErrors !== null &&
      maxErrors !== undefined &&
      done >= MIN_TRIALS_FOR_ERRORS &&
      (errors / done) * 100 > maxErrors
    )
      this.rest("paused", `${errors} of ${done} trials failed, more than ${maxErrors} %.`);
  }

  #trialPlan(modelIndex: number): TrialPlan {
    const { run, plan } = this;
    const { settings, identity } = run;
    const model = settings.models[modelIndex];
    if (!model) throw new Error(`The run ${run.id} has no model ${modelIndex}`);
    const { providers, spending } = this.#context.services;
    const { timeout_s: timeoutSeconds, retries } = settings.limits;
    return {
      model,
      messages: mappedMessages(plan.prompts[modelIndex] ?? [], settings),
      scorers: mappedScorers(settings),
      access: { providers, identity, spending, projectId: run.projectId, timeoutSeconds, retries },
      baselineOf: ({ name }, { digest }, trial) => {
        const answers = this.#baselines.get(name)?.get(digest) ?? [];
        return answers[trial] ?? answers[0] ?? null;
      },
    };
  }

  #trialScope(modelIndex: number): TrialScope {
    const { run, plan } = this;
    const root = plan.roots[modelIndex];
    return {
      projectId: run.projectId,
      userId: run.identity.userId,
      traceId: root?.traceId ?? "",
      rootId: root?.callId ?? "",
      runId: run.id,
      stored: plan.stored,
      modelRef: plan.stored.models[modelIndex]?.ref ?? "",
      promptRef: run.settings.models[modelIndex]?.prompt_ref ?? null,
      datasetRef: plan.datasetRef,
      columnMap: run.settings.column_map ?? {},
      prices: this.#prices,
    };
  }

  /** Records how the run rests, and ends the calls of one that does not go on. */
  async #settle(): Promise<void> {
    const { services, records } = this.#context;
    const { run, plan } = this;
    const isComplete = this.#missing().length === 0;
    if (!isComplete && this.#rest?.state === "paused") {
      await records.update(run.id, { state: "paused", reason: this.#rest.reason });
      return;
    }
    const ordered = isComplete ? await records.trials(run.id) : this.#done;
    for (const modelIndex of run.settings.models.keys()) {
      const trials = ordered.filter((result) => result.modelIndex === modelIndex);
      const at = { services, run, plan, modelIndex };
      const isModelComplete = trials.length === plan.rowCount * run.settings.trials;
      if (isModelComplete) await finishRoot(at, trials);
      else await cancelRoot(at, trials, STOPPED_REASON);
    }
    const rest: Rest = isComplete
      ? { state: "finished", reason: null }
      : (this.#rest ?? { state: "stopped", reason: null });
    await records.update(run.id, { ...rest, ended_at: new Date().toISOString() });
  }
}
