import { LRUCache } from "lru-cache";
import { SharedWork } from "@/service/kernel/concurrency/shared-work";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Services } from "@/service/traces/handlers/handler";
import type { Spending, SpendingGate } from "@/service/traces/handlers/spending-gate";
import { type BudgetPeriod, periodAt } from "./budget-period";
import { BudgetReachedError } from "./budget-reached-error";
import { type BudgetRecord, BudgetRecords } from "./budget-records";
import { readSpend } from "./budget-spend";

/** A reading counts for so many times as long as it took: reading takes a twentieth of the time at most. */
const TIMES_AS_LONG = 20;
const MAX_AGE_MS = 10_000;
/** More budgets than one service decides about at a time. */
const MAX_READINGS = 1000;

interface Parts {
  readonly state: ServiceState;
  readonly services: Pick<Services, "calls" | "store" | "rollups">;
  /** The clock of tests. */
  readonly now?: () => number;
}

interface Reading {
  readonly usd: number;
  /** It counts before. */
  readonly untilMs: number;
}

/** True for a budget that a completion counts for. */
function covers({ settings: { scope, value } }: BudgetRecord, { model, userId, endUser }: Spending): boolean {
  const names: Readonly<Record<typeof scope, unknown>> = { project: value, model, key: userId, user: endUser };
  return names[scope] === value;
}

/**
 * Refuses completions whose budgets are used up. All spend of a period counts, also that of calls which programs log, but only
 * what goes through this service can be refused. Spend is read as Costs reads it and kept for a moment, so that completions
 * that run at the same time, and those of this moment, can exceed a limit.
 */
export class SpendingLimits implements SpendingGate {
  readonly #parts: Parts;
  readonly #records: BudgetRecords;
  readonly #readings = new LRUCache<string, Reading>({ max: MAX_READINGS });
  readonly #running = new SharedWork<number>();
  readonly #now: () => number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#records = new BudgetRecords(parts.state);
    this.#now = parts.now ?? Date.now;
  }

  async require(spending: Spending, signal: AbortSignal): Promise<void> {
    for (const budget of await this.#records.list(spending.projectId)) {
      if (!budget.settings.blocks || !covers(budget, spending)) continue;
      const period = periodAt(budget.settings.period, this.#now());
      const usd = await this.#spent(budget, period, signal);
      if (usd >= budget.settings.limit_usd) throw new BudgetReachedError(budget, usd, period);
    }
  }

  async #spent(budget: BudgetRecord, period: BudgetPeriod, signal: AbortSignal): Promise<number> {
    const { projectId, settings } = budget;
    const name = JSON.stringify([projectId, settings.scope, settings.value, period.fromMs]);
    const known = this.#readings.get(name);
    if (known !== undefined && this.#now() < known.untilMs) return known.usd;
    return await this.#running.run(name, signal, async (ofWork) => {
      const startMs = this.#now();
      const { usd } = await readSpend({ ...this.#parts.services, signal: ofWork }, budget, period);
      const endMs = this.#now();
      const keptMs = Math.min(MAX_AGE_MS, TIMES_AS_LONG * (endMs - startMs));
      this.#readings.set(name, { usd, untilMs: endMs + keptMs });
      return usd;
    });
  }
}
