import { formatTime } from "@/lib/format/time";

/** The day of an effective date; always with its year. */
export function dayText(timeMs: number | null): string {
  // An impossible year makes every date one with a year.
  return formatTime(timeMs, Date.UTC(1, 0));
}
