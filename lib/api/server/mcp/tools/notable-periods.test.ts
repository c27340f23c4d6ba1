import { expect, it } from "vitest";
import { notablePeriods } from "./notable-periods";

const HOUR_SECONDS = 3_600;

/** Hours with 100 calls each, of which these failed. */
const hours = (errors: readonly number[], p90s: readonly (number | null)[] = []) =>
  errors.map((count, index) => ({
    start: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
    calls: 100,
    errors: count,
    p90_ms: p90s[index] ?? 1_000,
  }));

it("joins neighboring parts with many errors, the worst period first", () => {
  const notable = notablePeriods(hours([1, 1, 10, 20, 1, 1, 1, 50, 1]), HOUR_SECONDS);
  expect(notable).toEqual([
    "Errors: 50 of 100 calls (50.0 %) from 2026-01-01T07:00:00.000Z to 2026-01-01T08:00:00Z; 1.0 % is usual in this range.",
    "Errors: 30 of 200 calls (15.0 %) from 2026-01-01T02:00:00.000Z to 2026-01-01T04:00:00Z; 1.0 % is usual in this range.",
  ]);
});

it("names a period in which calls were slow", () => {
  const [only, ...others] = notablePeriods(hours([0, 0, 0, 0], [1_000, 1_100, 9_000, null]), HOUR_SECONDS);
  expect(only).toContain("Latency: p90 up to 9.00 s from 2026-01-01T02:00");
  expect(others).toEqual([]);
});

it("finds nothing in an even range, in single errors and without calls", () => {
  expect(notablePeriods(hours([5, 5, 6, 5]), HOUR_SECONDS)).toEqual([]);
  expect(notablePeriods(hours([0, 0, 3, 0]), HOUR_SECONDS)).toEqual([]);
  expect(notablePeriods([], HOUR_SECONDS)).toEqual([]);
});
