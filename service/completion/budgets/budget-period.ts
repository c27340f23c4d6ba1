import type { BudgetSettings } from "@/lib/api/contract/costs/budgets";

export const DAY_MS = 86_400_000;

/** A period of a budget. Days and months begin in UTC, as the days of Costs do. */
export interface BudgetPeriod {
  readonly fromMs: number;
  /** When the next one begins. */
  readonly untilMs: number;
}

/** Returns the period that a time is in. */
export function periodAt(period: BudgetSettings["period"], nowMs: number): BudgetPeriod {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (period === "month") return { fromMs: Date.UTC(year, month), untilMs: Date.UTC(year, month + 1) };
  const fromMs = Date.UTC(year, month, now.getUTCDate());
  return { fromMs, untilMs: fromMs + DAY_MS };
}
