import { describe, expect, it } from "vitest";
import { readRangeText } from "./range-text";

const NOW = Date.parse("2026-11-20T14:00:00Z");

const read = (text: string) => readRangeText(text, NOW, "utc");

const absolute = (from: string | null, to: string | null) => ({ kind: "range", params: { t: null, from, to } });

describe("a time range as text", () => {
  it.each([
    ["last 3 days", "3d"],
    ["Last  3  Days", "3d"],
    ["past 2 hours", "2h"],
    ["the last 90 min", "90m"],
    ["last hour", "1h"],
    ["last week", "1w"],
    ["last day", "24h"],
    ["7d", "7d"],
    ["15 m", "15m"],
    ["all time", "all"],
  ])("%s stays relative", (text, t) => {
    expect(read(text)).toEqual({ kind: "range", params: { t, from: null, to: null } });
  });

  it.each([
    ["2026-11-03 to 2026-11-05", "2026-11-03T00:00:00Z", "2026-11-06T00:00:00Z"],
    ["from 2026-11-03 until 2026-11-05", "2026-11-03T00:00:00Z", "2026-11-06T00:00:00Z"],
    ["2026-11-03 – 2026-11-05", "2026-11-03T00:00:00Z", "2026-11-06T00:00:00Z"],
    ["2026-11-03", "2026-11-03T00:00:00Z", "2026-11-04T00:00:00Z"],
    ["3 Nov to 5 Nov", "2026-11-03T00:00:00Z", "2026-11-06T00:00:00Z"],
    ["Dec 24", "2025-12-24T00:00:00Z", "2025-12-25T00:00:00Z"],
    ["24 December 2024", "2024-12-24T00:00:00Z", "2024-12-25T00:00:00Z"],
    ["yesterday", "2026-11-19T00:00:00Z", "2026-11-20T00:00:00Z"],
    ["today", "2026-11-20T00:00:00Z", null],
    ["09:00 to 11:30", "2026-11-20T09:00:00Z", "2026-11-20T11:30:00Z"],
    ["9:00 am to 1:30 pm", "2026-11-20T09:00:00Z", "2026-11-20T13:30:00Z"],
    ["yesterday 09:00 to 11:30", "2026-11-19T09:00:00Z", "2026-11-19T11:30:00Z"],
    ["2026-11-03 22:00 to 02:00", "2026-11-03T22:00:00Z", "2026-11-04T02:00:00Z"],
    ["2026-11-03T22:00:30Z to 2026-11-04T01:00:00Z", "2026-11-03T22:00:30Z", "2026-11-04T01:00:00Z"],
    ["since 09:00", "2026-11-20T09:00:00Z", null],
    ["since yesterday", "2026-11-19T00:00:00Z", null],
    ["09:00 to now", "2026-11-20T09:00:00Z", null],
    ["until 2026-11-03 12:00", null, "2026-11-03T12:00:00Z"],
    ["00:00 to 24:00", "2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"],
  ])("%s has these ends", (text, from, to) => {
    expect(read(text)).toEqual(absolute(from, to));
  });

  it("takes a time of day that has not come yet from the day before", () => {
    expect(read("16:00 to 18:00")).toEqual(absolute("2026-11-19T16:00:00Z", "2026-11-19T18:00:00Z"));
    expect(read("22:00 to 02:00")).toEqual(absolute("2026-11-19T22:00:00Z", "2026-11-20T02:00:00Z"));
  });

  it("is meant in the zone of the user, unless it names one", () => {
    const local = new Date(2026, 10, 3, 9, 0, 0).toISOString().replace(".000Z", "Z");
    expect(readRangeText("since 2026-11-03 09:00", NOW, "local")).toEqual(absolute(local, null));
    expect(readRangeText("since 2026-11-03 09:00 UTC", NOW, "local")).toEqual(absolute("2026-11-03T09:00:00Z", null));
    expect(read("since 2026-11-03 09:00 local")).toEqual(absolute(local, null));
  });

  it.each([
    ["", "Not a time range"],
    ["soon", "“soon” is not a date or a time"],
    ["last 3 months", "is not a date or a time"],
    ["2026-02-30", "“2026-02-30” is not a date or a time"],
    ["2026-11-03 to someday", "“someday” is not a date or a time"],
    ["25:00 to 26:00", "“25:00” is not a date or a time"],
    ["09:61 to 10:00", "“09:61” is not a date or a time"],
    ["2026-11-05 to 2026-11-03", "must end after it starts"],
    ["09:00", "A time of day needs an end"],
    ["0 days", "is not a date or a time"],
    [`${"1 to ".repeat(5000)}`, "is not a date or a time"],
  ])("%s has a problem that says what to write", (text, message) => {
    expect(read(text)).toEqual({ kind: "problem", message: expect.stringContaining(message) });
  });
});
