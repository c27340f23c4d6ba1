import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import type { RolloutRecord, Spending } from "@/service/training/training-runs/records/rollout-records";

const MINUTE_MS = 60_000;

/** The spending of recorded rollouts. */
interface Spent {
  readonly rollouts: number;
  readonly tokens: number;
  /** Cost of the rollouts with a known cost. */
  readonly costUsd: number;
  /** Number of rollouts with an unknown cost. */
  readonly unpriced: number;
}

/** Counts the spending of a run, and reports when its limits are reached. */
export class Budget {
  #spent: Spent;
  readonly #earlierUnpriced: number;
  #earlierMs: number;
  /** When the clock was started; null while it is stopped. */
  #startedAt: number | null = performance.now();

  /** @param activeMs the time that the run has already worked */
  constructor(spent: Spent, activeMs: number) {
    this.#spent = spent;
    this.#earlierUnpriced = spent.unpriced;
    this.#earlierMs = activeMs;
  }

  get activeMs(): number {
    return Math.round(this.#earlierMs + (this.#startedAt === null ? 0 : performance.now() - this.#startedAt));
  }

  /** Stops the clock: a run that waits for people does not work. */
  stopClock(): void {
    this.#earlierMs = this.activeMs;
    this.#startedAt = null;
  }

  startClock(): void {
    this.#startedAt ??= performance.now();
  }

  get spent(): Spending {
    const { tokens, costUsd, unpriced } = this.#spent;
    return { tokens, costUsd: unpriced > 0 ? null : costUsd };
  }

  add({ tokens, costUsd }: Pick<RolloutRecord, "tokens" | "costUsd">): void {
    const before = this.#spent;
    this.#spent = {
      rollouts: before.rollouts + 1,
      tokens: before.tokens + tokens,
      costUsd: before.costUsd + (costUsd ?? 0),
      unpriced: before.unpriced + (costUsd === null ? 1 : 0),
    };
  }

  get #priced(): number {
    return this.#spent.rollouts - this.#spent.unpriced;
  }

  /** True while the usage of a rollout cannot be estimated: with a limit, the first one runs alone. */
  mustWait({ max_tokens: tokens, max_cost_usd: cost }: TrainingRunSettings["limits"], inFlight: number): boolean {
    if (inFlight === 0) return false;
    return (tokens != null && this.#spent.rollouts === 0) || (cost != null && this.#priced === 0);
  }

  /**
   * Returns the reason why no further rollout may begin; null when one may.
   *
   * @param inFlight number of running rollouts; each counts as the mean of the ended ones
   */
  reached(limits: TrainingRunSettings["limits"], inFlight: number): string | null {
    const { max_tokens: tokens, max_cost_usd: cost, max_minutes: minutes } = limits;
    const { rollouts, tokens: used, costUsd: spent, unpriced } = this.#spent;
    if (minutes != null && this.activeMs >= minutes * MINUTE_MS) return `The limit of ${minutes} minutes is reached.`;
    const withNext = (sum: number, count: number) => sum * (1 + (count === 0 ? 0 : (inFlight + 1) / count));
    if (tokens != null && (used >= tokens || withNext(used, rollouts) > tokens))
      return `The limit of ${tokens} tokens is reached: the next rollout would exceed it.`;
    if (cost == null) return null;
    // Rollouts from before the limit was set do not count.
    if (unpriced > this.#earlierUnpriced)
      return `The spending limit of $${cost} cannot be kept: a rollout used a model that had no price. Add one under Costs.`;
    if (spent >= cost || withNext(spent, this.#priced) > cost)
      return `The spending limit of $${cost} is reached: $${Number(spent.toFixed(4))} is spent, and the next rollout would exceed it.`;
    return null;
  }
}
