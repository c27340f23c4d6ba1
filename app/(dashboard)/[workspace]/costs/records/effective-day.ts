import { formatTime } from "@/lib/format/time";

/** The day of an effective date; always with its year. */
export function dayText(timeMs: number | null): string {
  // Dates with an unusual year are always shown with the year.
  return formatTime(timeMs, Date.UTC(1, 0));
}
