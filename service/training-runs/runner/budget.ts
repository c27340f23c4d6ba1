import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import type { RolloutRecord, Spending } from "@/service/training-runs/records/rollout-records";

const MINUTE_MS = 60_000;

/** Counts what a run spends, and says when its limits are reached. */
export class Budget {
  #tokens: number;
  #costUsd: number | null;
  #rollouts: number;
  readonly #earlierMs: number;
  readonly #startedAt = performance.now();

  /**
   * @param spent by the recorded rollouts
   * @param rollouts how many those are
   * @param activeMs that the run has worked before
   */
  constructor(spent: Spending, rollouts: number, activeMs: number) {
    this.#tokens = spent.tokens;
    this.#costUsd = spent.costUsd;
    this.#rollouts = rollouts;
    this.#earlierMs = activeMs;
  }

  get activeMs(): number {
    return Math.round(this.#earlierMs + performance.now() - this.#startedAt);
  }

  get spent(): Spending {
    return { tokens: this.#tokens, costUsd: this.#costUsd };
  }

  add({ tokens, costUsd }: Pick<RolloutRecord, "tokens" | "costUsd">): void {
    this.#tokens += tokens;
    this.#costUsd = this.#costUsd === null || costUsd === null ? null : this.#costUsd + costUsd;
    this.#rollouts += 1;
  }

  /** True while nothing says what a rollout takes: with a limit, the first one runs alone. */
  mustWait({ max_tokens: tokens, max_cost_usd: cost }: TrainingRunSettings["limits"], inFlight: number): boolean {
    return this.#rollouts === 0 && inFlight > 0 && (tokens != null || cost != null);
  }

  /**
   * Returns why no further rollout may begin; null when one may.
   *
   * @param inFlight rollouts that run: each counts as much as the mean of those that ended
   */
  reached(limits: TrainingRunSettings["limits"], inFlight: number): string | null {
    const { max_tokens: tokens, max_cost_usd: cost, max_minutes: minutes } = limits;
    if (minutes != null && this.activeMs >= minutes * MINUTE_MS) return `The limit of ${minutes} minutes is reached.`;
    const share = this.#rollouts === 0 ? 0 : (inFlight + 1) / this.#rollouts;
    if (tokens != null && (this.#tokens >= tokens || this.#tokens * (1 + share) > tokens))
      return `The limit of ${tokens} tokens is reached: ${this.#tokens} are spent, and the next rollout would exceed it.`;
    const spent = this.#costUsd ?? 0;
    if (cost != null && (spent >= cost || spent * (1 + share) > cost))
      return `The spending limit of $${cost} is reached: $${Number(spent.toFixed(4))} is spent, and the next rollout would exceed it.`;
    return null;
  }
}
