import type { Logger } from "pino";
import { periodAt } from "@/service/completion/budgets/budget-period";
import { type BudgetRecord, BudgetRecords } from "@/service/completion/budgets/budget-records";
import { readSpend } from "@/service/completion/budgets/budget-spend";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Services } from "@/service/traces/handlers/handler";
import { announce } from "@/service/watches/channels/announce";
import { type EventRecord, WatchRecords } from "@/service/watches/rules/watch-records";
import { eventOfSpend } from "./budget-event";

interface Parts {
  readonly state: ServiceState;
  readonly services: Services;
  readonly log: Logger;
  /** Where a page of a project is, by its path below the project's links; null where that is not known. */
  readonly address: (projectId: string, path: string) => string | null;
}

/**
 * Tells channels and people when budgets pass their thresholds. The service that judges watches judges budgets, too; what is
 * told is stored with its event, so that a threshold is told once in a period.
 */
export class BudgetWarnings {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Looks at all budgets. One that cannot be read does not hold back the others. */
  async judge(nowMs: number, signal: AbortSignal): Promise<void> {
    const { state, log } = this.#parts;
    for (const budget of await new BudgetRecords(state).all()) {
      if (signal.aborted) return;
      try {
        await this.#judgeOne(budget, nowMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, budgetId: budget.id }, "a budget could not be judged");
      }
    }
  }

  async #judgeOne(budget: BudgetRecord, nowMs: number, signal: AbortSignal): Promise<void> {
    const { services, state } = this.#parts;
    const { calls, rollups, taskStore: store } = services;
    const period = periodAt(budget.settings.period, nowMs);
    const { usd } = await readSpend({ calls, rollups, store, signal }, budget, period);
    const event = eventOfSpend(budget, period, usd, nowMs);
    if (event === null) return;
    await state.transaction().execute(async (transaction) => {
      const current = await new BudgetRecords(transaction).find(budget.projectId, budget.id);
      // Another look reads what was changed or deleted meanwhile.
      if (current?.updatedAt !== budget.updatedAt) return;
      const records = new WatchRecords(transaction);
      if (!(await records.addEvent(event))) return;
      await announce(transaction, this.#announcementOf(budget, event, nowMs));
      await records.forgetEvents(event.watchId);
    });
  }

  #announcementOf({ id, projectId, settings }: BudgetRecord, event: EventRecord, nowMs: number) {
    const { kind, value, sentence, watchId, atS } = event;
    const notification = {
      ...{ kind, event_id: event.id, watch_id: watchId, name: `Budget ${settings.name}`, project_id: projectId },
      ...{ budget_id: id, group: null, at: new Date(atS * 1000).toISOString(), value, calls: null, sentence },
      url: this.#parts.address(projectId, `r/budget/${encodeURIComponent(id)}`),
    };
    return { event, channelIds: settings.channel_ids, dueMs: nowMs, notification };
  }
}
