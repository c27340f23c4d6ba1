import { timeOfWallClock, wallClock } from "@/lib/format/time-zone";

/** A calendar day in the chosen zone, represented by midnight UTC of the same date. */
export type CalendarDay = number;

const DAY_MS = 86_400_000;

const DAYS_PER_WEEK = 7;

/** Returns the day of a time in the chosen zone. */
export function dayOfTime(timeMs: number): CalendarDay {
  const shown = wallClock(timeMs);
  return Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate());
}

/** Returns the first day of the month of a day, or of a month some months later. */
export function monthOf(day: CalendarDay, later = 0): CalendarDay {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** Returns the weeks of a month from Monday to Sunday, with the days of its neighbors that fill them. */
export function weeksOf(month: CalendarDay): readonly (readonly CalendarDay[])[] {
  const first = new Date(month);
  const sinceMonday = (first.getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  const weeks: CalendarDay[][] = [];
  for (let day = month - sinceMonday * DAY_MS; day < monthOf(month, 1); day += DAYS_PER_WEEK * DAY_MS) {
    weeks.push(Array.from({ length: DAYS_PER_WEEK }, (_, index) => day + index * DAY_MS));
  }
  return weeks;
}

const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Returns the day that a key moves to; null for other keys. Future days cannot be chosen. */
export function dayAfterKey(day: CalendarDay, key: string, today: CalendarDay): CalendarDay | null {
  const date = new Date(day);
  const sameDayOf = (later: number) => {
    const month = monthOf(day, later);
    const last = monthOf(month, 1) - DAY_MS;
    return Math.min(last, month + (date.getUTCDate() - 1) * DAY_MS);
  };
  const by = MOVES[key];
  const moved =
    by !== undefined ? day + by * DAY_MS : key === "PageUp" ? sameDayOf(-1) : key === "PageDown" ? sameDayOf(1) : null;
  return moved === null ? null : Math.min(moved, today);
}

/**
 * Returns the range from the start of the earlier day to the end of the later one, open if that end is in the future.
 */
export function rangeOfDays(one: CalendarDay, other: CalendarDay, nowMs: number): { from: string; to: string | null } {
  const iso = (day: CalendarDay) => new Date(timeOfWallClock(day)).toISOString().replace(".000Z", "Z");
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  return { from: iso(first), to: last >= dayOfTime(nowMs) ? null : iso(last + DAY_MS) };
}
