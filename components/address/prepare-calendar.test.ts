import { afterEach, describe, expect, it, vi } from "vitest";
import { writeTimesIn } from "@/lib/format/time-zone";
import { dayAfterKey, dayOfTime, monthOf, rangeOfDays, weeksOf } from "./prepare-calendar";

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const text = (time: number | null | undefined) =>
  time === null || time === undefined ? null : new Date(time).toISOString().slice(0, 10);

afterEach(() => {
  vi.restoreAllMocks();
  writeTimesIn("utc");
});

describe("the weeks of a month", () => {
  it.each([
    ["2026-11-01", 6, "2026-10-26", "2026-12-06"],
    ["2026-02-01", 5, "2026-01-26", "2026-03-01"],
    ["2027-02-01", 4, "2027-02-01", "2027-02-28"],
    ["2024-02-01", 5, "2024-01-29", "2024-03-03"],
  ])("of %s are %i, from Monday to Sunday", (month, count, first, last) => {
    const weeks = weeksOf(day(month));
    expect(weeks).toHaveLength(count);
    expect([text(weeks[0]?.[0]), text(weeks.at(-1)?.at(-1))]).toEqual([first, last]);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });

  it("belong to months that may be in another year", () => {
    expect(text(monthOf(day("2026-01-31"), 1))).toBe("2026-02-01");
    expect(text(monthOf(day("2026-01-31"), -1))).toBe("2025-12-01");
  });
});

describe("keys in the calendar", () => {
  const today = day("2026-11-23");
  it.each([
    ["ArrowLeft", "2026-11-01", "2026-10-31"],
    ["ArrowRight", "2026-10-31", "2026-11-01"],
    ["ArrowUp", "2026-11-03", "2026-10-27"],
    ["ArrowDown", "2026-11-03", "2026-11-10"],
    ["PageUp", "2026-03-31", "2026-02-28"],
    ["PageDown", "2026-01-31", "2026-02-28"],
    ["ArrowDown", "2026-11-20", "2026-11-23"],
    ["Enter", "2026-11-20", null],
  ])("%s moves from %s to %s", (key, from, to) => {
    expect(text(dayAfterKey(day(from), key, today))).toBe(to);
  });
});

describe("a range of days", () => {
  const nowMs = Date.parse("2026-11-23T10:00:00Z");

  it("begins with the earlier day and ends with the later one, in whichever order they are chosen", () => {
    const range = { from: "2026-11-03T00:00:00Z", to: "2026-11-06T00:00:00Z" };
    expect(rangeOfDays(day("2026-11-03"), day("2026-11-05"), nowMs)).toEqual(range);
    expect(rangeOfDays(day("2026-11-05"), day("2026-11-03"), nowMs)).toEqual(range);
  });

  it("is open if it ends today", () => {
    expect(rangeOfDays(day("2026-11-22"), day("2026-11-23"), nowMs)).toEqual({
      from: "2026-11-22T00:00:00Z",
      to: null,
    });
  });

  it("uses the days of the chosen zone", () => {
    vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-120);
    writeTimesIn("local");
    expect(rangeOfDays(day("2026-11-03"), day("2026-11-03"), nowMs)).toEqual({
      from: "2026-11-02T22:00:00Z",
      to: "2026-11-03T22:00:00Z",
    });
    expect(text(dayOfTime(Date.parse("2026-11-22T23:00:00Z")))).toBe("2026-11-23");
  });
});
