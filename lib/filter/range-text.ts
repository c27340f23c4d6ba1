import type { TimeZone } from "@/lib/format/time-zone";
import { parseRelative, RANGE_PRESETS, type TimeRangeParams } from "./time-range";

type RangeReading =
  | { readonly kind: "range"; readonly params: TimeRangeParams }
  | { readonly kind: "problem"; readonly message: string };

/** A point in time, or a whole day. */
interface Moment {
  readonly fromMs: number;
  /** After the day, for a date without a time. */
  readonly toMs: number;
  /** True for a time without a date. */
  readonly isClock: boolean;
}

const DAY_MS = 86_400_000;

const EXAMPLES = "Try “last 3 days”, “09:00 to 11:30” or “2026-11-03 to 2026-11-05”";

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:m|min|mins|minutes?)$/, "m"],
  [/^(?:h|hrs?|hours?)$/, "h"],
  [/^(?:d|days?)$/, "d"],
  [/^(?:w|weeks?)$/, "w"],
];

const MONTHS: readonly string[] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Reads a time range as a user writes it: `last 3 days`, `09:00 to 11:30`, `2026-11-03 to 2026-11-05`, `since yesterday`. */
export function readRangeText(text: string, nowMs: number, zone: TimeZone): RangeReading {
  const words = text.trim().toLowerCase().replace(/\s+/g, " ");
  const relative = relativeOf(words);
  if (relative !== null) return { kind: "range", params: { t: relative, from: null, to: null } };
  const ends = endsOf(words);
  if (ends === null) return { kind: "problem", message: `Not a time range. ${EXAMPLES}` };
  const [fromWords, toWords] = ends;
  const from = fromWords === null ? null : momentOf(fromWords, nowMs, zone, null);
  const to = toWords === null || toWords === "now" ? null : momentOf(toWords, nowMs, zone, from);
  if (fromWords !== null && from === null) return unreadable(fromWords);
  if (toWords !== null && toWords !== "now" && to === null) return unreadable(toWords);
  return rangeOf(from, to, fromWords === toWords, nowMs);
}

function unreadable(words: string): RangeReading {
  return { kind: "problem", message: `“${words}” is not a date or a time. ${EXAMPLES}` };
}

function rangeOf(from: Moment | null, to: Moment | null, isOneMoment: boolean, nowMs: number): RangeReading {
  if (isOneMoment && from?.isClock) {
    return { kind: "problem", message: "A time of day needs an end, such as “09:00 to 11:30”, or “since 09:00”" };
  }
  let fromMs = from?.fromMs ?? null;
  let toMs = to === null ? null : to.toMs;
  // A time of day that has not come yet was meant for the day before; one that ends earlier, for the night.
  if (fromMs !== null && from?.isClock && fromMs > nowMs) {
    fromMs -= DAY_MS;
    if (toMs !== null && to?.isClock) toMs -= DAY_MS;
  }
  if (fromMs !== null && toMs !== null && to?.isClock && toMs <= fromMs) toMs += DAY_MS;
  if (fromMs !== null && toMs !== null && toMs <= fromMs) {
    return { kind: "problem", message: "The range must end after it starts" };
  }
  const iso = (timeMs: number | null) =>
    timeMs === null ? null : new Date(timeMs).toISOString().replace(".000Z", "Z");
  return { kind: "range", params: { t: null, from: iso(fromMs), to: iso(toMs) } };
}

/** `last 3 days`, `90 min`, `past hour`, `7d`, `all time`; null for other words. */
function relativeOf(words: string): string | null {
  if (/^all(?: time)?$/.test(words)) return "all";
  const match = /^(?:(?:the )?(?:last|past) )?(\d{1,4})? ?([a-z]+)$/.exec(words);
  if (!match) return null;
  const [, amount, unitWord = ""] = match;
  // `m` alone is not a range; `last hour` is.
  if (amount === undefined && !/(?:last|past) /.test(words)) return null;
  const unit = UNITS.find(([pattern]) => pattern.test(unitWord))?.[1];
  if (unit === undefined) return null;
  const t = `${Number(amount ?? 1)}${unit}`;
  // `1d` is the preset of the last day by another name.
  const preset = RANGE_PRESETS.find((name) => name === (t === "1d" ? "24h" : t));
  return preset ?? (parseRelative(t) === null ? null : t);
}

/** The words of the start and of the end; null for an open one. Both are the same for a single day. */
function endsOf(words: string): readonly [string | null, string | null] | null {
  if (words === "") return null;
  const since = /^(?:since|after) (.+)$/.exec(words)?.[1];
  if (since !== undefined) return [since, null];
  const until = /^(?:until|before) (.+)$/.exec(words)?.[1];
  if (until !== undefined) return [null, until];
  const both = /^(?:from |between )?([^–—]+?)(?: (?:to|until|till|and|[-–—]) | ?[–—] ?)(.+)$/.exec(words);
  if (both?.[1] !== undefined && both[2] !== undefined) return [both[1], both[2]];
  const from = /^from (.+)$/.exec(words)?.[1];
  if (from !== undefined) return [from, null];
  return words === "today" ? ["today", null] : [words, words];
}

/** Reads one end. A time without a date is on the day of the other end, or today. */
function momentOf(words: string, nowMs: number, zone: TimeZone, other: Moment | null): Moment | null {
  const match = /^(.*?)[ t]?(?:(?:at )?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?(am|pm))?)? ?(z|utc|local)?$/.exec(
    words,
  );
  if (!match) return null;
  const [, dayWords = "", hourText, minuteText = "0", secondText = "0", half, zoneText] = match;
  const ownZone = zoneText === undefined ? zone : zoneText === "local" ? "local" : "utc";
  const day = dayOf(dayWords.replace(/,$/, "").trim(), ownZone, other?.fromMs ?? nowMs, nowMs);
  if (day === null) return null;
  if (hourText === undefined) {
    if (dayWords === "") return null;
    return {
      fromMs: atMs(day, [0, 0, 0], ownZone),
      toMs: atMs([day[0], day[1], day[2] + 1], [0, 0, 0], ownZone),
      isClock: false,
    };
  }
  const hour = hourOf(Number(hourText), half);
  if (hour === null || Number(minuteText) > 59 || Number(secondText) > 59) return null;
  const timeMs = atMs(day, [hour, Number(minuteText), Number(secondText)], ownZone);
  return { fromMs: timeMs, toMs: timeMs, isClock: dayWords === "" };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === "pm" ? 12 : 0);
}

type Day = readonly [year: number, month: number, day: number];

/** The calendar day that words name; null for other words and for days that do not exist. */
function dayOf(words: string, zone: TimeZone, onMs: number, nowMs: number): Day | null {
  if (words === "") return partsOf(onMs, zone);
  const today = partsOf(nowMs, zone);
  if (words === "today") return today;
  if (words === "yesterday") return partsOf(atMs([today[0], today[1], today[2] - 1], [12, 0, 0], zone), zone);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words);
  if (iso) return existing(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const named = /^(?:(\d{1,2})\.? ([a-z]{3,9})|([a-z]{3,9}) (\d{1,2}))(?:,? (\d{4}))?$/.exec(words);
  if (!named) return null;
  const monthWord = (named[2] ?? named[3] ?? "").slice(0, 3);
  const month = MONTHS.indexOf(monthWord);
  const dayNumber = Number(named[1] ?? named[4]);
  if (month < 0) return null;
  if (named[5] !== undefined) return existing(Number(named[5]), month, dayNumber);
  // Without a year it is the last such day.
  const isLater = month > today[1] || (month === today[1] && dayNumber > today[2]);
  return existing(isLater ? today[0] - 1 : today[0], month, dayNumber);
}

function existing(year: number, month: number, day: number): Day | null {
  const date = new Date(Date.UTC(year, month, day));
  return date.getUTCMonth() === month && date.getUTCDate() === day && year >= 1970 ? [year, month, day] : null;
}

function partsOf(timeMs: number, zone: TimeZone): Day {
  const date = new Date(timeMs);
  if (zone === "local") return [date.getFullYear(), date.getMonth(), date.getDate()];
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
}

function atMs(day: Day, [hour, minute, second]: readonly [number, number, number], zone: TimeZone): number {
  return zone === "local"
    ? new Date(day[0], day[1], day[2], hour, minute, second).getTime()
    : Date.UTC(day[0], day[1], day[2], hour, minute, second);
}
