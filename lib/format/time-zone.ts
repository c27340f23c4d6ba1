import { readStored, writeStored } from "@/lib/storage/browser-storage";

/** The zone that times are written in. */
export type TimeZone = "utc" | "local";

/** The name of the reader's choice in the storage of the browser. */
const STORED = "heddle-time-zone";

/** UTC on the server, whose pages have readers in all zones, and in workers, which have no storage. */
let chosen: TimeZone = storedZone();

function storedZone(): TimeZone {
  return readStored(STORED) === "local" ? "local" : "utc";
}

/** Returns the zone that times are written in. */
export function timeZone(): TimeZone {
  return chosen;
}

/** Remembers a zone for this browser. Times that are on the page already stay as they are. */
export function storeTimeZone(zone: TimeZone): void {
  writeStored(STORED, zone);
}

/** Writes all later times in a zone. */
export function writeTimesIn(zone: TimeZone): void {
  chosen = zone;
}

/** The member of a request for figures over time with which buckets of days begin at midnight in the chosen zone. */
export function bucketZone(): { readonly time_zone?: string } {
  return chosen === "utc" ? {} : { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

const offsetMs = (timeMs: number) => -new Date(timeMs).getTimezoneOffset() * 60_000;

/** Returns a date whose UTC members are what a clock in the chosen zone shows. */
export function wallClock(timeMs: number): Date {
  return new Date(chosen === "utc" ? timeMs : timeMs + offsetMs(timeMs));
}

/** Returns the time at which a clock in the chosen zone shows the UTC members of a date. */
export function timeOfWallClock(shownMs: number): number {
  if (chosen === "utc") return shownMs;
  const guessMs = shownMs - offsetMs(shownMs);
  // The offset may change in between.
  return shownMs - offsetMs(guessMs);
}

/** The name of a zone at a time: `UTC`, `UTC+1`, `UTC+5:30`. */
export function zoneName(timeMs: number, zone: TimeZone = chosen): string {
  const minutes = zone === "utc" || !Number.isFinite(timeMs) ? 0 : offsetMs(timeMs) / 60_000;
  if (minutes === 0) return "UTC";
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}
