import { formatDuration } from "@/lib/format/duration";
import { formatTime } from "@/lib/format/time";

const DAY_MS = 86_400_000;

/** The time range and duration: `14:21:04 to 14:31:47, 10 m 43 s`; with the date when it is not today. */
export function threadSpan(startedMs: number | null, endedMs: number | null, nowMs: number): string | null {
  if (startedMs === null || endedMs === null) return null;
  const long = formatDuration(endedMs - startedMs);
  const isToday = Math.floor(startedMs / DAY_MS) === Math.floor(nowMs / DAY_MS);
  return isToday
    ? `${formatTime(startedMs, nowMs)} to ${formatTime(endedMs, nowMs)}, ${long}`
    : `${formatTime(startedMs, nowMs)}, ${long}`;
}
