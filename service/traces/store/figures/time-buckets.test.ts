import { describe, expect, it } from "vitest";
import { bucketStarts, endOfBuckets, roundWidth } from "./time-buckets";

const at = (iso: string) => Date.parse(iso) / 1000;
const iso = (starts: readonly number[]) => starts.map((start) => new Date(start * 1000).toISOString().slice(0, 19));
const hour = 3600;
const day = 24 * hour;

describe("roundWidth", () => {
  it.each([
    ["a minute", 60, 1],
    ["an hour", hour, 60],
    ["a day", day, 900],
    ["a week", 7 * day, 2 * hour],
    ["thirty days", 30 * day, 12 * hour],
    ["a year", 365 * day, 7 * day],
    ["two hundred years", 200 * 365 * day, 730 * day],
  ])("gives %s about a hundred buckets or fewer", (_name, range, width) => {
    expect(roundWidth(0, range)).toBe(width);
  });
});

describe("bucketStarts", () => {
  it("covers the range from the multiple of the width at or before its beginning", () => {
    const starts = bucketStarts(at("2026-11-20T10:07:00Z"), at("2026-11-20T10:45:00Z"), 900, "UTC");
    expect(iso(starts)).toEqual(["2026-11-20T10:00:00", "2026-11-20T10:15:00", "2026-11-20T10:30:00"]);
  });

  it("has no bucket that begins at the end of the range", () => {
    expect(bucketStarts(0, 30, 10, "UTC")).toEqual([0, 10, 20]);
  });

  it("gives one bucket to an empty range", () => {
    expect(bucketStarts(5, 5, 10, "UTC")).toEqual([0]);
  });

  it("begins days at the zone's midnight, also on a day of 23 hours", () => {
    const starts = bucketStarts(at("2026-03-28T12:00:00Z"), at("2026-03-30T12:00:00Z"), day, "Europe/Berlin");
    expect(iso(starts)).toEqual(["2026-03-27T23:00:00", "2026-03-28T23:00:00", "2026-03-29T22:00:00"]);
  });

  it("counts hours from the zone's midnight", () => {
    const starts = bucketStarts(at("2026-11-20T00:00:00Z"), at("2026-11-20T12:00:00Z"), 6 * hour, "Asia/Kolkata");
    expect(iso(starts)).toEqual(["2026-11-19T18:30:00", "2026-11-20T00:30:00", "2026-11-20T06:30:00"]);
  });

  it("begins a day an hour later when the clocks skip midnight", () => {
    const starts = bucketStarts(at("2024-04-25T12:00:00Z"), at("2024-04-26T12:00:00Z"), day, "Africa/Cairo");
    expect(iso(starts)).toEqual(["2024-04-24T22:00:00", "2024-04-25T22:00:00"]);
  });

  it("begins weeks on Monday", () => {
    expect(iso(bucketStarts(at("2026-11-20T00:00:00Z"), at("2026-11-21T00:00:00Z"), 7 * day, "UTC"))).toEqual([
      "2026-11-16T00:00:00",
    ]);
  });

  it("counts other widths from 1970", () => {
    expect(bucketStarts(10, 30, 7, "UTC")).toEqual([7, 14, 21, 28]);
  });

  it("covers times before 1970", () => {
    expect(bucketStarts(-25, -5, 10, "UTC")).toEqual([-30, -20, -10]);
  });

  it("refuses a width below a second, too many buckets and an unknown zone", () => {
    expect(() => bucketStarts(0, 10, 0, "UTC")).toThrow("bucket_seconds must be at least 1");
    expect(() => bucketStarts(0, 3000, 1, "UTC")).toThrow("bucket_seconds must be at least 2");
    expect(() => bucketStarts(0, 10, 1, "Middle/Earth")).toThrow("Middle/Earth is not a time zone name");
    expect(() => bucketStarts(0, 10, 7, "UTC'); DROP")).toThrow("is not a time zone name");
  });
});

describe("endOfBuckets", () => {
  it("is the start of the next bucket, also after a day of 25 hours", () => {
    expect(endOfBuckets([0, 10], 10, "UTC")).toBe(20);
    const start = at("2026-10-24T22:00:00Z");
    expect(iso([endOfBuckets([start], day, "Europe/Berlin")])).toEqual(["2026-10-25T23:00:00"]);
  });
});
