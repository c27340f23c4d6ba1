import { InvalidRequestError } from "@/service/kernel/errors/service-errors";

/** Whole seconds since 1970. */
export type Seconds = number;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Widths that are easy to read. */
const roundWidths: readonly Seconds[] = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_S),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_S),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * DAY_S),
];

const TARGET_BUCKETS = 100;
export const MAX_BUCKETS = 1500;

/** Returns the narrowest round width that divides a range into about a hundred buckets. */
export function roundWidth(after: Seconds, before: Seconds): Seconds {
  const narrowest = (before - after) / TARGET_BUCKETS;
  return roundWidths.find((width) => width >= narrowest) ?? Math.ceil(narrowest / DAY_S) * DAY_S;
}

/** Midnight of a Monday, so that buckets of weeks begin on Mondays. */
const FIRST_MONDAY_DAY = 4;

/**
 * Returns the starts of the buckets that cover a range, in order. Buckets of days begin at the zone's midnights, those
 * of weeks on its Mondays, and widths that divide a day count from its midnights; other widths count from 1970.
 *
 * @param zone IANA name
 * @param maxBuckets more of them are refused
 * @throws InvalidRequestError for an unknown zone, a width below a second, or too many buckets
 */
export function bucketStarts(
  after: Seconds,
  before: Seconds,
  width: Seconds,
  zone: string,
  maxBuckets = MAX_BUCKETS,
): Seconds[] {
  if (width < 1) throw new InvalidRequestError("bucket_seconds must be at least 1");
  if ((before - after) / width > maxBuckets) {
    const least = Math.ceil((before - after) / maxBuckets);
    throw new InvalidRequestError(
      `The range has more than ${maxBuckets} buckets; bucket_seconds must be at least ${least}`,
    );
  }
  return startsOf(after, before, width, new ZonedClock(zone));
}

/** Returns the end of the last bucket, where the next one would begin. */
export function endOfBuckets(starts: readonly Seconds[], width: Seconds, zone: string): Seconds {
  const last = starts.at(-1);
  if (last === undefined) throw new RangeError("There are no buckets.");
  const next = startsOf(last, last + width + 2 * HOUR_S, width, new ZonedClock(zone)).find((start) => start > last);
  return next ?? last + width;
}

function startsOf(after: Seconds, before: Seconds, width: Seconds, clock: ZonedClock): Seconds[] {
  if (width % DAY_S === 0) return startsOfDays(after, before, width / DAY_S, clock);
  if (DAY_S % width === 0) return startsWithinDays(after, before, width, clock);
  const starts: Seconds[] = [];
  for (let start = Math.floor(after / width) * width; start < before; start += width) starts.push(start);
  return starts;
}

function startsOfDays(after: Seconds, before: Seconds, days: number, clock: ZonedClock): Seconds[] {
  const first = Math.floor((clock.dayOf(after) - FIRST_MONDAY_DAY) / days) * days + FIRST_MONDAY_DAY;
  const starts: Seconds[] = [];
  for (let at = first; ; at += days) {
    const start = clock.midnightOf(at);
    if (start >= before && starts.length > 0) return starts;
    starts.push(start);
  }
}

function startsWithinDays(after: Seconds, before: Seconds, width: Seconds, clock: ZonedClock): Seconds[] {
  const starts: Seconds[] = [];
  for (let at = clock.dayOf(after); ; at += 1) {
    const [midnight, next] = [clock.midnightOf(at), clock.midnightOf(at + 1)];
    const passed = Math.max(0, Math.floor((after - midnight) / width));
    for (let start = midnight + passed * width; start < next; start += width) {
      if (start >= before && starts.length > 0) return starts;
      starts.push(start);
    }
  }
}

/** Days of a time zone, counted from 1 January 1970 there. */
class ZonedClock {
  readonly #format: Intl.DateTimeFormat;

  constructor(zone: string) {
    try {
      this.#format = new Intl.DateTimeFormat("en-US", {
        timeZone: zone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
        second: "numeric",
      });
    } catch {
      throw new InvalidRequestError(`${zone} is not a time zone name`);
    }
  }

  dayOf(at: Seconds): number {
    return Math.floor((at + this.#offset(at)) / DAY_S);
  }

  /** When the clocks go forward at midnight, the day begins an hour later. */
  midnightOf(dayNumber: number): Seconds {
    const local = dayNumber * DAY_S;
    const guess = local - this.#offset(local);
    const start = local - this.#offset(guess);
    return this.dayOf(start) < dayNumber ? guess : start;
  }

  /** Returns how many seconds the zone's clocks are ahead of UTC. */
  #offset(at: Seconds): Seconds {
    const parts = this.#format.formatToParts(new Date(at * 1000));
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((found) => found.type === type)?.value);
    const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
    return Math.round(wall / 1000) - Math.floor(at);
  }
}
