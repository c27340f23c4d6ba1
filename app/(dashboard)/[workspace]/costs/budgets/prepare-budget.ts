import type { BudgetSettings, BudgetStatus } from "@/lib/api/contract/costs/budgets";
import { formatTotalCost } from "@/lib/format/money";
import type { Status } from "@/lib/format/status";
import { formatUtcDay } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";
import { type UserNames, userName } from "@/lib/format/user-name";

/** The widest bar ends at this many times the limit: what is beyond is written. */
const MAX_TIMES = 2;

/** Places on the bar of a budget, from 0 to 1. */
export interface BudgetBarPlaces {
  readonly spent: number;
  readonly limit: number;
  readonly warning: number | null;
  readonly forecast: { readonly low: number; readonly high: number; readonly at: number } | null;
}

/** Returns where spend, limit and forecast are on a bar. It ends at the largest of them, twice the limit at most. */
export function budgetBar({ settings, spent_usd: spent, forecast }: BudgetStatus): BudgetBarPlaces {
  const { limit_usd: limit, warn_percent: percent } = settings;
  const end = Math.min(MAX_TIMES * limit, Math.max(limit, spent, forecast?.high ?? 0));
  const at = (usd: number) => Math.min(1, Math.max(0, usd / end));
  return {
    ...{ spent: at(spent), limit: at(limit), warning: percent === null ? null : at((limit * percent) / 100) },
    forecast: forecast && { low: at(forecast.low), high: at(forecast.high), at: at(forecast.usd) },
  };
}

interface BudgetState {
  readonly word: string;
  readonly status: Status;
}

/** Returns what a budget says about itself now. */
export function budgetState({ state, settings }: BudgetStatus): BudgetState {
  if (state === "reached") return { word: settings.blocks ? "used up, blocks" : "used up", status: "error" };
  if (state === "warned") return { word: `over ${settings.warn_percent}%`, status: "warning" };
  return { word: "within", status: "ok" };
}

/** Returns whose spend a budget limits. */
export function coveredBy({ scope, value }: Pick<BudgetSettings, "scope" | "value">, names: UserNames): string {
  if (scope === "project") return "whole project";
  return `${scope} ${scope === "key" ? userName(value ?? "", names) : value}`;
}

/** Returns the forecast in words, and why there is none. */
export function forecastText({ settings, forecast, history_days: days, spent_usd: spent }: BudgetStatus): string {
  if (forecast === null) return `no forecast: ${days} of 7 days of spend`;
  const { usd, low, high } = forecast;
  const { limit_usd: limit } = settings;
  const [from, to] = [formatTotalCost(low), formatTotalCost(high)];
  const ends = `${formatTotalCost(usd)} expected${from === to ? "" : ` (${from} to ${to})`}`;
  if (spent >= limit) return ends;
  if (low > limit) return `${ends}, over the limit`;
  return high > limit ? `${ends}, may pass the limit` : ends;
}

/** Returns what a budget can block of its spend, and what it cannot count. */
export function observedText(budget: BudgetStatus): string {
  const { settings, spent_usd: spent, blockable_usd: own, unpriced_tokens: unpriced } = budget;
  const unknown = unpriced === 0 ? "" : `${formatTokens(unpriced)} tokens without a price are not counted`;
  const observed = spent - own;
  const isObserved = observed >= 0.00005;
  const parts = [
    ...(settings.blocks && isObserved
      ? [`${formatTotalCost(observed)} was logged by programs and can't be blocked`]
      : []),
    ...(settings.blocks ? [] : ["only warns"]),
    ...(unknown === "" ? [] : [unknown]),
  ];
  return parts.join("; ");
}

/** Returns the period of a budget: "today, until 19 Nov", "November". */
export function periodText({ settings: { period }, from, until }: BudgetStatus): string {
  const day = (time: string) => formatUtcDay(Date.parse(time));
  return period === "day"
    ? `${day(from)}, UTC`
    : `${day(from)} to ${day(new Date(Date.parse(until) - 1).toISOString())}`;
}
