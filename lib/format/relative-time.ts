import { MISSING } from "./missing";
import { formatFullTime, formatTime } from "./time";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the age without "ago": `44 s`, `3 min`, `2 h`, `5 d`. A time in the future counts as now. */
export function formatAge(timeMs: number | null | undefined, nowMs: number): string {
  if (timeMs === null || timeMs === undefined || !Number.isFinite(timeMs)) return MISSING;
  const ageMs = Math.max(0, nowMs - timeMs);
  if (ageMs < MINUTE) return `${Math.floor(ageMs / SECOND)} s`;
  if (ageMs < HOUR) return `${Math.floor(ageMs / MINUTE)} min`;
  if (ageMs < DAY) return `${Math.floor(ageMs / HOUR)} h`;
  return `${Math.floor(ageMs / DAY)} d`;
}

/** For lists: the age within an hour, which later says too little; then the clock time and the date. */
export function formatListTime(timeMs: number | null | undefined, nowMs: number): string {
  if (timeMs === null || timeMs === undefined || !Number.isFinite(timeMs)) return MISSING;
  return nowMs - timeMs < HOUR ? formatAge(timeMs, nowMs) : formatTime(timeMs, nowMs);
}

/** For lists, on hover: the full time and the age. */
export function formatTimeAndAge(timeMs: number | null | undefined, nowMs: number): string {
  const age = formatAgo(timeMs, nowMs);
  return age === MISSING ? MISSING : `${formatFullTime(timeMs)}, ${age}`;
}

/** For prose: `44 s ago`, and `just now` below a second. */
export function formatAgo(timeMs: number | null | undefined, nowMs: number): string {
  const age = formatAge(timeMs, nowMs);
  if (age === MISSING) return age;
  return age === "0 s" ? "just now" : `${age} ago`;
}
