import type { BudgetPeriod } from "@/service/completion/budgets/budget-period";
import type { BudgetRecord } from "@/service/completion/budgets/budget-records";
import { dollars } from "@/service/completion/budgets/dollars";
import { eventId } from "@/service/traces/events/event-id";
import type { EventRecord } from "@/service/watches/rules/watch-records";

/** Precedes the id of a budget in events and messages. */
const PREFIX = "budget:";
/** Budgets have no groups. */
const NO_GROUP = "null";

/** Returns what events and messages of a budget name as their watch. */
export const watchIdOfBudget = (budgetId: string): string => `${PREFIX}${budgetId}`;

/** Returns the budget that an event belongs to; null for one of a watch. */
export const budgetOfWatch = (watchId: string): string | null =>
  watchId.startsWith(PREFIX) ? watchId.slice(PREFIX.length) : null;

/** The share of the limit at which people hear of a budget: of the warning, or all of it. */
type Threshold = Pick<EventRecord, "sentence"> & { readonly usd: number };

function thresholdsOf({ limit_usd: limit, warn_percent: percent, period, blocks }: BudgetRecord["settings"]) {
  const of = `${dollars(limit)} a ${period}`;
  const atLimit = blocks ? ", completions that it covers are blocked" : "";
  const reached: Threshold = { usd: limit, sentence: `all of ${of} is spent${atLimit}` };
  if (percent === null) return [reached];
  return [{ usd: (limit * percent) / 100, sentence: `${percent}% of ${of} is spent` }, reached];
}

/**
 * Returns an event for each threshold that the spend of a period has passed. Its id follows from the budget, the period and
 * the amount: a restart or another service stores none twice, and a raised limit has thresholds of its own. Where the limit
 * is passed, the warning before it says nothing more.
 */
export function eventOfSpend(
  { id, projectId, settings }: BudgetRecord,
  { fromMs }: BudgetPeriod,
  usd: number,
  nowMs: number,
): EventRecord | null {
  const passed = thresholdsOf(settings).findLast((threshold) => usd >= threshold.usd);
  if (passed === undefined) return null;
  const watchId = watchIdOfBudget(id);
  return {
    ...{ id: eventId(watchId, fromMs, passed.usd), projectId, watchId, grouped: NO_GROUP, kind: "firing" },
    ...{ atS: Math.floor(nowMs / 1000), value: usd, calls: 0, sentence: `${dollars(usd)}: ${passed.sentence}` },
  };
}
