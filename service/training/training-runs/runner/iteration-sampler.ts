import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { BudgetReachedError } from "@/service/completion/budgets/budget-reached-error";
import { runCallId } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import type { ModelAccess } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import type { Services } from "@/service/traces/handlers/handler";
import type {
  RolloutKey,
  RolloutRecords,
  SampledRollout,
} from "@/service/training/training-runs/records/rollout-records";
import type { TaskValues, TrainingRunRecord } from "@/service/training/training-runs/records/run-records";
import { recoverRollouts } from "@/service/training/training-runs/rollouts/recover-rollouts";
import { type RolloutPlan, runRollout } from "@/service/training/training-runs/rollouts/run-rollout";
import { type RolloutScope, storeRollout } from "@/service/training/training-runs/rollouts/store-rollout";
import type { ReadRecorded } from "@/service/training/training-runs/rollouts/tool-answers";
import { tasksOfIteration } from "@/service/training/training-runs/tasks/task-order";
import type { Budget } from "./budget";

export interface SampledIteration {
  readonly services: Services;
  /** The providers of the sampled checkpoint, of judges and of the simulator. */
  readonly providers: ModelAccess["providers"];
  readonly rollouts: RolloutRecords;
  readonly run: TrainingRunRecord;
  readonly scope: RolloutScope;
  readonly iteration: number;
  /** The sampled checkpoint, by its name in requests. */
  readonly model: string;
  readonly tasks: readonly TaskValues[];
  readonly budget: Budget;
  readonly readRecorded: ReadRecorded;
  /** Returns the newest settings: limits may change meanwhile. */
  readonly settings: () => TrainingRunSettings;
  readonly isResting: () => boolean;
  readonly rest: (reason: string) => void;
}

const keyText = ({ task, rollout }: Pick<RolloutKey, "task" | "rollout">) => `${task} ${rollout}`;

/** Samples and scores the rollouts of one iteration that have not ended. */
export class IterationSampler {
  readonly total: number;
  #done = 0;
  #failures = 0;
  readonly #iteration: SampledIteration;
  readonly #running = new Set<Promise<void>>();
  /** Rollouts that failed before this start, which are sampled again. */
  readonly #failed = new Map<string, SampledRollout>();

  constructor(iteration: SampledIteration) {
    this.#iteration = iteration;
    this.total = this.#positions().length * iteration.run.settings.group_size;
  }

  get done(): number {
    return this.#done;
  }

  #positions(): number[] {
    const { run, iteration } = this.#iteration;
    const { tasks_per_iteration: perIteration } = run.settings;
    return tasksOfIteration({ count: run.taskCount, perIteration, seed: run.seed }, iteration);
  }

  /**
   * Runs the missing rollouts. Returns whether all have ended.
   *
   * @throws AbortError when the run was interrupted
   */
  async sample(signal: AbortSignal): Promise<boolean> {
    const missing = await this.#missing(signal);
    const waiting = missing.values();
    try {
      for (;;) {
        this.#fill(waiting, signal);
        if (this.#running.size === 0) break;
        await Promise.race(this.#running);
      }
    } finally {
      // An error in one must not leave the others running.
      await Promise.allSettled(this.#running);
    }
    return this.#done === this.total && !this.#iteration.isResting();
  }

  /** Rollouts that have not ended, or failed before; those whose calls are stored are recorded here. */
  async #missing(signal: AbortSignal): Promise<RolloutKey[]> {
    const { services, rollouts, run, scope, iteration, budget } = this.#iteration;
    const recorded = new Map((await rollouts.ofIteration(run.id, iteration)).map((one) => [keyText(one), one]));
    const missing: RolloutKey[] = [];
    for (let rollout = 0; rollout < run.settings.group_size; rollout += 1) {
      for (const task of this.#positions()) {
        const known = recorded.get(keyText({ task, rollout }));
        if (known && known.error === null) this.#done += 1;
        else {
          if (known) this.#failed.set(keyText(known), known);
          missing.push({ iteration, task, rollout, attempt: known ? known.attempt + 1 : 0 });
        }
      }
    }
    const found = new Map<string, SampledRollout>();
    for (const record of await recoverRollouts(services.store, scope, missing, signal)) {
      const whole = this.#withEarlier(record);
      await rollouts.add(run.id, whole);
      budget.add(record);
      found.set(keyText(record), record);
      if (record.error === null) this.#done += 1;
      else this.#failed.set(keyText(record), whole);
    }
    return missing.flatMap((key) => {
      const record = found.get(keyText(key));
      if (!record) return [key];
      // The calls of this attempt are stored, so the next attempt gets its own calls.
      return record.error === null ? [] : [{ ...key, attempt: record.attempt + 1 }];
    });
  }

  #fill(waiting: Iterator<RolloutKey>, signal: AbortSignal): void {
    const { settings, isResting, budget, rest } = this.#iteration;
    while (!isResting() && !signal.aborted && this.#running.size < settings().limits.concurrency) {
      if (budget.mustWait(settings().limits, this.#running.size)) return;
      const next = waiting.next();
      if (next.done) return;
      const reached = budget.reached(settings().limits, this.#running.size);
      if (reached !== null) {
        rest(reached);
        return;
      }
      const sampling = this.#rollout(next.value, signal).catch((error: unknown) => {
        if (!(error instanceof BudgetReachedError)) throw error;
        rest(error.message);
      });
      const running = sampling.finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  async #rollout(key: RolloutKey, signal: AbortSignal): Promise<void> {
    const { services, providers, rollouts, run, scope, model, tasks, budget, settings } = this.#iteration;
    const { limits } = settings();
    const values = tasks[key.task] ?? {};
    const access = {
      providers,
      identity: run.identity,
      spending: services.spending,
      projectId: run.projectId,
      timeoutSeconds: limits.timeout_s,
      retries: limits.retries,
    };
    const plan: RolloutPlan = { model, settings: run.settings, access, readRecorded: this.#iteration.readRecorded };
    const sampled = await runRollout(plan, values, seedOf(run, key), signal);
    const record = await storeRollout(services, scope, key, values, sampled);
    budget.add(record);
    await rollouts.add(run.id, this.#withEarlier(record));
    this.#done += 1;
    if (record.error !== null) this.#count(record.error, limits.max_error_percent);
  }

  /** Pauses the run once too many rollouts failed: the first error says why. */
  #count(error: string, maxErrorPercent: number): void {
    this.#failures += 1;
    if (this.#failures * 100 <= maxErrorPercent * this.total) return;
    this.#iteration.rest(
      `${this.#failures} of ${this.total} rollouts of iteration ${this.#iteration.iteration} failed: ${error}`,
    );
  }

  /** The spending of failed attempts counts too. */
  #withEarlier(record: SampledRollout): SampledRollout {
    const earlier = this.#failed.get(keyText(record));
    if (!earlier) return record;
    const costUsd = earlier.costUsd === null || record.costUsd === null ? null : earlier.costUsd + record.costUsd;
    return { ...record, tokens: earlier.tokens + record.tokens, costUsd };
  }
}

const SEED_RANGE = 2 ** 31;

/** Each request of a run with a seed gets its own seed: the same run gives the same answers. */
function seedOf({ settings }: TrainingRunRecord, key: RolloutKey): number | null {
  if (settings.seed == null) return null;
  const digest = runCallId(String(settings.seed), key.iteration, key.task, key.rollout, key.attempt);
  return Number.parseInt(digest.slice(0, 8), 16) % SEED_RANGE;
}
