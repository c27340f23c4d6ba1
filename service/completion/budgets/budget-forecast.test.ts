import { expect, it } from "vitest";
import { seededIntegers } from "@/lib/evaluation/statistics/seeded-random";
import { sized } from "@/test/setup/test-length";
import { type DailySpend, daysOfSpend, forecastOf } from "./budget-forecast";
import { periodAt } from "./budget-period";

const DRAWS = sized({ once: 400, all: 2000, long: 20_000 });
const HISTORY_DAYS = 28;
const DAY_MS = 86_400_000;

const next = seededIntegers();
const uniform = () => (next() + 0.5) / 2 ** 32;

/** Between 0 and infinity with the mean 1 and the deviation 1/2. */
const gamma = () => -Math.log(uniform() * uniform() * uniform() * uniform()) / 4;

/** Spend of offices: most of it in 10 hours of the day, and a tenth of it at weekends where they rest. */
function dayOf(day: number, hasWeekends: boolean): number[] {
  const factor = gamma() * (hasWeekends && day % 7 >= 5 ? 0.1 : 1);
  return Array.from({ length: 24 }, (_, hour) => factor * (hour >= 8 && hour < 18 ? 5 : 0.5) * (0.5 + uniform()));
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Draws past and future days, and returns what was forecast at a time, and what the period ended with. */
function drawn(at: string, period: "day" | "month", hasWeekends: boolean) {
  const nowMs = Date.parse(at);
  const { fromMs, untilMs } = periodAt(period, nowMs);
  const today = Math.floor(nowMs / DAY_MS);
  const days = new Map<number, number[]>();
  const first = Math.min(today - HISTORY_DAYS, fromMs / DAY_MS);
  for (let day = first; day * DAY_MS < untilMs; day++) days.set(day, dayOf(day, hasWeekends));
  const history = Array.from({ length: HISTORY_DAYS }, (_, index) => days.get(today - HISTORY_DAYS + index) ?? []);
  const hourNow = (nowMs % DAY_MS) / 3_600_000;
  let [spent, total] = [0, 0];
  for (const [day, hours] of days) {
    if (day * DAY_MS < fromMs) continue;
    total += sumOf(hours);
    if (day < today) spent += sumOf(hours);
    if (day === today) spent += sumOf(hours.slice(0, hourNow));
  }
  return { forecast: forecastOf(history, spent, { untilMs }, nowMs), total };
}

it.each([
  ["a day, at its beginning", "2026-11-18T00:00:00Z", "day", false],
  ["a day, at noon", "2026-11-18T12:00:00Z", "day", false],
  ["a month, on its third day", "2026-11-03T09:00:00Z", "month", false],
  ["a month with quiet weekends, in its middle", "2026-11-15T09:00:00Z", "month", true],
] as const)(
  "contains the end of %s in 93 to 99 of 100 cases, and promises a passed limit falsely in 4 at most",
  (...given) => {
    const [, at, period, hasWeekends] = given;
    let [contained, falseAlarms, errors] = [0, 0, 0];
    for (let draw = 0; draw < DRAWS; draw++) {
      const { forecast, total } = drawn(at, period, hasWeekends);
      if (forecast === null) throw new Error("28 days are enough for a forecast");
      if (total >= forecast.low && total <= forecast.high) contained += 1;
      // A limit just above the end would be told as passed for certain.
      if (forecast.low > total) falseAlarms += 1;
      errors += (forecast.usd - total) / total;
    }
    expect(contained / DRAWS).toBeGreaterThan(0.92);
    expect(contained / DRAWS).toBeLessThan(0.998);
    expect(falseAlarms / DRAWS).toBeLessThan(0.04);
    // Days that differ give a mean that is too high by the share of small totals.
    expect(Math.abs(errors / DRAWS)).toBeLessThan(0.5);
  },
);

it("is the spend itself at the end of a period, and says nothing of fewer than seven days", () => {
  const days: DailySpend = Array.from({ length: 7 }, (_, day) => dayOf(day, false));
  const untilMs = Date.parse("2026-12-01T00:00:00Z");
  const last = forecastOf(days, 40, { untilMs }, untilMs - 1);
  expect(last?.usd).toBeCloseTo(40, 4);
  expect(last?.low).toBe(40);
  expect(forecastOf(days.slice(1), 40, { untilMs }, untilMs - 1)).toBeNull();
});

it("leaves out the days before the first spend, and keeps those without spend after it", () => {
  const [none, some] = [Array.from({ length: 24 }, () => 0), dayOf(1, false)];
  expect(daysOfSpend([none, none, some, none, some])).toEqual([some, none, some]);
  expect(daysOfSpend([none, none])).toEqual([]);
});

it("begins days and months at midnight in UTC", () => {
  const at = Date.parse("2028-02-29T23:30:00Z");
  const iso = ({ fromMs, untilMs }: ReturnType<typeof periodAt>) =>
    [fromMs, untilMs].map((ms) => new Date(ms).toJSON());
  expect(iso(periodAt("day", at))).toEqual(["2028-02-29T00:00:00.000Z", "2028-03-01T00:00:00.000Z"]);
  expect(iso(periodAt("month", at))).toEqual(["2028-02-01T00:00:00.000Z", "2028-03-01T00:00:00.000Z"]);
});
