import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { parseTime } from "@/lib/format/time";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Widths of buckets in seconds that are easy to read. */
const ROUND_WIDTHS_S: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_S),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_S),
  ...[1, 2, 7, 14, 28, 91].map((days) => days * DAY_S),
];

/** Fewer columns show no course. */
const MIN_BUCKETS = 12;

/**
 * Returns the width in seconds of buckets in which a range with few calls has about one call in each; null where the
 * width of the response is already as wide. Charts of single calls in a hundred columns cannot be read.
 */
export function widthForFewCalls(
  result: Pick<CallsFiguresResult, "totals" | "after" | "before" | "bucket_seconds">,
): number | null {
  const [fromMs, toMs] = [parseTime(result.after), parseTime(result.before)];
  if (fromMs === null || toMs === null || result.totals.call_count === 0) return null;
  const buckets = Math.max(MIN_BUCKETS, result.totals.call_count);
  const narrowest = (toMs - fromMs) / 1000 / buckets;
  const width = ROUND_WIDTHS_S.find((candidate) => candidate >= narrowest);
  return width !== undefined && width > result.bucket_seconds ? width : null;
}
