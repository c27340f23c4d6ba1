import { describe, expect, it } from "vitest";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { comparableResult } from "./comparable-result";

const buckets = (...counts: readonly number[]) => counts.map((call_count) => ({ call_count }));
const total = (counts: readonly number[]) => ({ call_count: counts.reduce((sum, count) => sum + count, 0) });

function compared(shown: readonly number[], before: readonly number[]) {
  const result = {
    totals: total(shown),
    buckets: buckets(...shown),
    previous: total(before),
    previous_buckets: buckets(...before),
  } as unknown as CallsFiguresResult;
  const { previous, previous_buckets } = comparableResult(result);
  return previous !== null && previous_buckets !== null;
}

describe("the earlier range that figures are compared with", () => {
  it("is left out where it holds fewer than a hundredth of the calls", () => {
    expect(compared([1000, 1000, 1000, 1000], [10, 10, 10, 9])).toBe(false);
    expect(compared([1000, 1000, 1000, 1000], [10, 10, 10, 10])).toBe(true);
  });

  it("is left out where calls begin inside it, and kept where both ranges begin without calls", () => {
    expect(compared([10, 10, 10, 10], [0, 0, 10, 10])).toBe(false);
    expect(compared([0, 0, 10, 10], [0, 0, 10, 10])).toBe(true);
    expect(compared([10, 10, 10, 10], [10, 0, 0, 10])).toBe(true);
  });
});
