import { describe, expect, it } from "vitest";
import {
  nameInSentence,
  parseRelative,
  readTimeRange,
  resolveTimeRange,
  sharedAddress,
  timeRangeName,
  timeRangeParamsOf,
  timeRangeSearch,
} from "./time-range";

const now = Date.parse("2026-11-20T14:00:00Z");
const none = { t: null, from: null, to: null };

describe("a time range", () => {
  it("without a parameter in the address is the last 24 hours", () => {
    expect(readTimeRange(none)).toEqual({ kind: "relative", text: "24h", durationMs: 86_400_000 });
  });

  it("that is relative has no fixed end", () => {
    expect(resolveTimeRange(readTimeRange({ ...none, t: "1h" }), now)).toEqual({ fromMs: now - 3_600_000, toMs: null });
  });

  it("that is absolute keeps its two ends and takes precedence over a relative one", () => {
    const range = readTimeRange({ t: "1h", from: "2026-11-19T00:00:00Z", to: "2026-11-20T00:00:00Z" });
    expect(resolveTimeRange(range, now)).toEqual({
      fromMs: Date.parse("2026-11-19T00:00:00Z"),
      toMs: Date.parse("2026-11-20T00:00:00Z"),
    });
  });

  it.each(["", "0h", "24", "h", "1y", "99999d", "-1h"])("refuses %j", (text) => expect(parseRelative(text)).toBeNull());

  it("that cannot be read falls back to the last 24 hours", () => {
    expect(readTimeRange({ t: "soon", from: null, to: null })).toMatchObject({ text: "24h" });
    expect(readTimeRange({ t: null, from: "yesterday", to: null })).toMatchObject({ text: "24h" });
  });

  it.each([
    ["24h", "Last 24 h"],
    ["15m", "Last 15 min"],
    ["1d", "Last 1 day"],
    ["7d", "Last 7 days"],
    ["all", "All time"],
  ])("%s is labeled %s", (t, name) => expect(timeRangeName(readTimeRange({ ...none, t }), now)).toBe(name));

  it("that is absolute is labeled by its ends", () => {
    const range = readTimeRange({ ...none, from: "2026-11-19T10:30:00Z" });
    expect(timeRangeName(range, now)).toBe("19 Nov 10:30 to now");
  });

  it.each([
    ["Last 24 h", "last 24 h"],
    ["19 Nov 10:30 to now", "19 Nov 10:30 to now"],
  ])("named %s is %s inside a sentence", (name, words) => expect(nameInSentence(name)).toBe(words));
});

describe("the address of a time range", () => {
  it.each([
    "t=7d",
    "t=all",
    "from=2026-11-19T00%3A00%3A00Z",
    "t=7d&from=2026-11-19T00%3A00%3A00Z&to=2026-11-20T00%3A00%3A00Z",
  ])("%s is read and written without a change", (search) =>
    expect(timeRangeSearch(timeRangeParamsOf(search))).toBe(search),
  );

  it.each(["", "t=24h", "t=soon", "from=yesterday", "peek=c1"])("is empty for %j, which shows the default", (search) =>
    expect(timeRangeSearch(timeRangeParamsOf(search))).toBe(""),
  );

  it("keeps the readable part of a partly unreadable one", () =>
    expect(timeRangeSearch(timeRangeParamsOf("t=1h&from=yesterday"))).toBe("t=1h"));

  it("is shared with the default range, which is not that of each reader", () => {
    expect(sharedAddress("http://localhost/w/traces?q=a")).toBe("http://localhost/w/traces?q=a&t=24h");
    expect(sharedAddress("http://localhost/w/traces?from=2026")).toBe("http://localhost/w/traces?from=2026");
  });
});
