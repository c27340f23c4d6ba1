import type { BudgetForecast } from "@/lib/api/contract/costs/budgets";
import { tQuantile95 } from "@/lib/evaluation/statistics/distributions";
import { type BudgetPeriod, DAY_MS } from "./budget-period";

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** Fewer whole days say too little about a next one. */
const MIN_DAYS = 7;

/** Whole days before today, oldest first: the spend of each of their 24 hours. */
export type DailySpend = readonly (readonly number[])[];

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

function covariance(left: readonly number[], right: readonly number[]): number {
  const [leftMean, rightMean] = [meanOf(left), meanOf(right)];
  const products = left.map((value, at) => (value - leftMean) * ((right[at] ?? 0) - rightMean));
  return sumOf(products) / (left.length - 1);
}

/** The spend of a day from a time of day on: whole hours, and the rest of the hour that it is in. */
function restOfDay(hours: readonly number[], timeMs: number): number {
  const at = Math.floor(timeMs / HOUR_MS);
  const share = 1 - (timeMs % HOUR_MS) / HOUR_MS;
  return sumOf(hours.slice(at + 1)) + share * (hours[at] ?? 0);
}

/** Leaves out the days before the first spend: a budget that is as old as its project has no empty past. */
export function daysOfSpend(days: DailySpend): DailySpend {
  const first = days.findIndex((hours) => hours.length === HOURS && sumOf(hours) > 0);
  return first < 0 ? [] : days.slice(first);
}

/**
 * Returns the spend that a period is expected to end with, and a prediction interval of 95 %: what is spent, and for each
 * part of the remaining time the mean of the same part of earlier days: the rest of today, and whole days. The interval is
 * Student's for a sum of future values of the same normal distribution (Hahn and Meeker, Statistical Intervals, 1991,
 * chapter 4), whose parts are the rest of a day and the days that follow. It holds as far as days resemble each other.
 *
 * @returns null with fewer than 7 days of spend
 */
export function forecastOf(
  days: DailySpend,
  spentUsd: number,
  { untilMs }: Pick<BudgetPeriod, "untilMs">,
  nowMs: number,
): BudgetForecast | null {
  const count = days.length;
  if (count < MIN_DAYS) return null;
  const whole = days.map(sumOf);
  const rests = days.map((hours) => restOfDay(hours, nowMs % DAY_MS));
  const ahead = Math.max(0, Math.round((untilMs - nowMs - (DAY_MS - (nowMs % DAY_MS))) / DAY_MS));
  const usd = spentUsd + meanOf(rests) + ahead * meanOf(whole);
  const variance =
    covariance(rests, rests) * (1 + 1 / count) +
    covariance(whole, whole) * (ahead + ahead ** 2 / count) +
    2 * (ahead / count) * covariance(rests, whole);
  const half = tQuantile95(count - 1) * Math.sqrt(Math.max(0, variance));
  return { usd, low: Math.max(spentUsd, usd - half), high: usd + half };
}
