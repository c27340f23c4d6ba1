import { MISSING } from "@/lib/format/missing";
import { formatUtcDay } from "@/lib/format/time";

/** The day of an effective date, which begins in UTC; always with its year. */
export function dayText(timeMs: number | null): string {
  if (timeMs === null || !Number.isFinite(timeMs)) return MISSING;
  return `${formatUtcDay(timeMs)} ${new Date(timeMs).getUTCFullYear()}`;
}
