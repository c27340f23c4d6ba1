import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { formatClock, formatDay, parseTime } from "@/lib/format/time";
import { wallClock, zoneName } from "@/lib/format/time-zone";
import type { Bucket } from "./stacks";

const UNITS = [
  [604_800, "week"],
  [86_400, "day"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** Returns the width of a bucket in words: `15 min`, `day`, `2 days`. */
export function bucketName(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [1, "s"];
  const amount = seconds / size;
  const isWord = name === "day" || name === "week";
  if (isWord && amount === 1) return name;
  return `${amount} ${name}${isWord && amount > 1 ? "s" : ""}`;
}

/** The buckets of a response by their starts, and the range that they count. */
export interface CountedBuckets {
  readonly after: string | null;
  readonly before: string | null;
  readonly bucket_seconds: number;
  readonly buckets: readonly { readonly start: string }[];
}

/** The buckets of a response as spans of time: each ends where the next begins. */
export function bucketSpans(result: Pick<CountedBuckets, "buckets" | "bucket_seconds">): readonly Bucket[] {
  const starts = result.buckets.map((bucket) => parseTime(bucket.start) ?? 0);
  return starts.map((startMs, index) => ({
    startMs,
    endMs: starts[index + 1] ?? startMs + result.bucket_seconds * 1000,
  }));
}

/** The counted parts of the buckets: the first and the last may extend beyond the range. */
export function countedSpans(result: CountedBuckets): readonly Bucket[] {
  const fromMs = parseTime(result.after) ?? Number.NEGATIVE_INFINITY;
  const toMs = parseTime(result.before) ?? Number.POSITIVE_INFINITY;
  return bucketSpans(result).map(({ startMs, endMs }) => ({
    startMs: Math.max(startMs, fromMs),
    endMs: Math.min(endMs, toMs),
  }));
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A span of time in words: `11:15 to 11:30`, `19 Nov 23:45 to 00:00`, `19 Nov`, `19 Nov to 23 Nov`. */
export function spanName({ startMs, endMs }: Bucket, nowMs: number): string {
  const start = wallClock(startMs);
  const now = wallClock(nowMs);
  const year = start.getUTCFullYear() === now.getUTCFullYear() ? "" : ` ${start.getUTCFullYear()}`;
  const day = formatDay(startMs);
  if (start.getTime() % DAY_MS === 0 && wallClock(endMs).getTime() % DAY_MS === 0) {
    return endMs - startMs === DAY_MS ? day + year : `${day} to ${formatDay(endMs - 1)}${year}`;
  }
  const hasSeconds = startMs % MINUTE_MS !== 0 || endMs % MINUTE_MS !== 0;
  const isToday = Math.floor(start.getTime() / DAY_MS) === Math.floor(now.getTime() / DAY_MS);
  return `${isToday ? "" : `${day}${year} `}${formatClock(startMs, hasSeconds)} to ${formatClock(endMs, hasSeconds)}`;
}

/** The counted range of a response: `19 Nov 14:32 to 20 Nov 14:32 UTC`, with years where the two differ. */
export function countedRange({ after, before }: Pick<CallsFiguresResult, "after" | "before">): string | undefined {
  const [fromMs, toMs] = [parseTime(after), parseTime(before)];
  if (fromMs === null || toMs === null) return undefined;
  const [fromYear, toYear] = [fromMs, toMs].map((timeMs) => wallClock(timeMs).getUTCFullYear());
  const year = (value: number | undefined) => (fromYear === toYear ? "" : ` ${value}`);
  return `${formatDay(fromMs)}${year(fromYear)} ${formatClock(fromMs)} to ${formatDay(toMs)}${year(toYear)} ${formatClock(toMs)} ${zoneName(toMs)}`;
}
