import { describe, expect, it } from "vitest";
import { figuresOf } from "@/lib/chart/testing/example-answer";
import { widthForFewCalls } from "./prepare-bucket-width";

const HOUR = 3600;
const day = (call_count: number, bucket_seconds = 900) => ({
  totals: figuresOf({ call_count }),
  after: "2026-11-20T00:00:00Z",
  before: "2026-11-21T00:00:00Z",
  bucket_seconds,
});

describe("the width of buckets", () => {
  it.each([
    [1, 2 * HOUR],
    [12, 2 * HOUR],
    [24, HOUR],
    [60, HOUR / 2],
  ])("of a day with %i calls is %i s", (calls, width) => expect(widthForFewCalls(day(calls))).toBe(width));

  it("is the service's where there are calls enough, and where it is wider", () => {
    expect(widthForFewCalls(day(96))).toBeNull();
    expect(widthForFewCalls(day(100_000))).toBeNull();
    expect(widthForFewCalls(day(3, 6 * HOUR))).toBeNull();
  });

  it("is the service's without calls", () => {
    expect(widthForFewCalls(day(0))).toBeNull();
    expect(widthForFewCalls({ ...day(0), after: null, before: null })).toBeNull();
  });
});
