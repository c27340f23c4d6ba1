import { MISSING } from "./missing";
import { wallClock, zoneName } from "./time-zone";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const two = (value: number) => String(value).padStart(2, "0");

/** Milliseconds since 1970 of a service's time, or null for text that is not a time. A time without zone is UTC. */
export function parseTime(time: string | null | undefined): number | null {
  if (!time) return null;
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(time) || !time.includes("T") ? time : `${time}Z`;
  const parsed = Date.parse(zoned);
  return Number.isNaN(parsed) ? null : parsed;
}

/** Milliseconds including the microseconds that clients write: programs start several calls in one millisecond. */
export function preciseTime(time: string | null | undefined): number | null {
  const timeMs = parseTime(time);
  if (timeMs === null || !time) return null;
  const finer = /\.\d{3}(\d+)/.exec(time)?.[1];
  return finer === undefined ? timeMs : timeMs + Number(`0.${finer}`);
}

/** The day of a time in UTC, whatever zone is chosen: for days that a service counts in UTC. */
export function formatUtcDay(timeMs: number): string {
  return dayText(new Date(timeMs));
}

/** The day of a time: `20 Nov`. */
export function formatDay(timeMs: number): string {
  return dayText(wallClock(timeMs));
}

function dayText(time: Date): string {
  return `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]}`;
}

/** The time of day: `14:32`, or with seconds `14:32:08`. */
export function formatClock(timeMs: number, hasSeconds = false): string {
  const time = wallClock(timeMs);
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}`;
  return hasSeconds ? `${clock}:${two(time.getUTCSeconds())}` : clock;
}

/** A time, shortened by its distance: `14:32:08` today, `19 Nov 14:32` this year, else `13 May 2024`. */
export function formatTime(timeMs: number | null | undefined, nowMs: number): string {
  if (timeMs === null || timeMs === undefined || !Number.isFinite(timeMs)) return MISSING;
  const time = wallClock(timeMs);
  const now = wallClock(nowMs);
  const day = formatDay(timeMs);
  if (time.getUTCFullYear() !== now.getUTCFullYear()) return `${day} ${time.getUTCFullYear()}`;
  const isToday = time.getUTCMonth() === now.getUTCMonth() && time.getUTCDate() === now.getUTCDate();
  return isToday ? formatClock(timeMs, true) : `${day} ${formatClock(timeMs)}`;
}

/** The date and time: `2026-11-20 14:30:01`. For logs, whose lines are read long after they were written. */
export function formatDateTime(timeMs: number): string {
  return wallClock(timeMs).toISOString().slice(0, 19).replace("T", " ");
}

/** The full time with milliseconds and zone, for tooltips and details: `2026-11-20 14:30:01.882 UTC`. */
export function formatFullTime(timeMs: number | null | undefined): string {
  if (timeMs === null || timeMs === undefined || !Number.isFinite(timeMs)) return MISSING;
  return `${wallClock(timeMs).toISOString().replace("T", " ").replace("Z", "")} ${zoneName(timeMs)}`;
}
