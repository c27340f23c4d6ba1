import type { QuietHours } from "@/lib/api/contract/watches/watches";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

const minutesIn = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
};

/** Returns the minutes since midnight in a time zone. */
function minutesAt(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return minutesIn(format.format(ms));
}

/**
 * Returns when the quiet hours end in which a time lies, in milliseconds; null outside of them. On the day of a clock
 * change the end may be an hour off.
 */
export function quietUntil(ms: number, quiet: QuietHours | null | undefined): number | null {
  if (!quiet) return null;
  const [from, to, now] = [minutesIn(quiet.from), minutesIn(quiet.to), minutesAt(ms, quiet.time_zone)];
  const isQuiet = from <= to ? now >= from && now < to : now >= from || now < to;
  if (!isQuiet) return null;
  const left = (to - now + DAY_MINUTES) % DAY_MINUTES;
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS;
}
