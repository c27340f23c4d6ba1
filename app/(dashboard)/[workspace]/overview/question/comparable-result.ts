import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";

/** An earlier range with fewer calls than this share of the shown ones says nothing about a change. */
const MIN_SHARE = 0.01;

/** The first part of the earlier range that must hold calls, where the same part of the shown range does. */
const FIRST_PART = 0.25;

type Counted = readonly { readonly call_count: number }[];

/**
 * Returns a response without its earlier range where that holds less than a hundredth of the calls, or where the calls
 * begin inside it: what differs then is when logging began.
 */
export function comparableResult(result: CallsFiguresResult): CallsFiguresResult {
  const { previous, previous_buckets: before, totals, buckets } = result;
  if (previous === null) return result;
  const isTooSmall = previous.call_count < totals.call_count * MIN_SHARE;
  const beginsInside = before !== null && isFirstPartEmpty(before) && !isFirstPartEmpty(buckets);
  return isTooSmall || beginsInside ? { ...result, previous: null, previous_buckets: null } : result;
}

function isFirstPartEmpty(buckets: Counted): boolean {
  return buckets
    .slice(0, Math.max(1, Math.floor(buckets.length * FIRST_PART)))
    .every(({ call_count }) => call_count === 0);
}
