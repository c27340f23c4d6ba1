import fc from "fast-check";
import { v7 as uuid7 } from "uuid";
import { describe, expect, it } from "vitest";
import { formatBytes } from "./bytes";
import { countOf, formatCount, formatShortCount } from "./count";
import { formatDuration } from "./duration";
import { formatShortId } from "./identifier";
import { formatCallCost, formatTotalCost } from "./money";
import { formatAge, formatAgo, formatListTime, formatTimeAndAge } from "./relative-time";
import { formatShare, formatShortShare } from "./share";
import { formatClock, formatDay, formatFullTime, formatTime, parseTime } from "./time";
import { formatTokens } from "./tokens";
import { splitUnits } from "./units";

describe("a duration", () => {
  it.each([
    [0, "0 ms"],
    [0.4, "<1 ms"],
    [212, "212 ms"],
    [999.4, "999 ms"],
    [999.6, "1.00 s"],
    [1240, "1.24 s"],
    [9994, "9.99 s"],
    [9996, "10.0 s"],
    [31_240, "31.2 s"],
    [59_960, "1 m 00 s"],
    [84_600, "1 m 25 s"],
    [3_599_400, "59 m 59 s"],
    [3_599_600, "1 h 00 m"],
    [8_040_000, "2 h 14 m"],
    [-250, "\u2212250 ms"],
  ])("of %d ms reads %s", (durationMs, text) => expect(formatDuration(durationMs)).toBe(text));

  it("that is unknown is a dash, never zero", () => {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY])
      expect(formatDuration(value)).toBe("–");
  });

  it("never shows 60 seconds or 60 minutes", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (durationMs) => {
        expect(formatDuration(durationMs)).not.toMatch(/\b(?:60(?:\.0+)? [sm]|1000 ms)\b/);
      }),
    );
  });
});

describe("counts, tokens, cost and bytes", () => {
  it.each([
    [formatCount, 48_213, "48,213"],
    [formatShortCount, 99_999, "99,999"],
    [formatShortCount, 168_200, "168k"],
    [formatShortCount, 999_700, "1.0M"],
    [formatShortCount, 6_100_000, "6.1M"],
    [formatTokens, 311, "311"],
    [formatTokens, 999.6, "1.0k"],
    [formatTokens, 12_400, "12.4k"],
    [formatTokens, 99_960, "100k"],
    [formatTokens, 148_200, "148k"],
    [formatTokens, 182_400_000, "182.4M"],
    [formatCallCost, 0, "$0"],
    [formatCallCost, 0.0123, "$0.0123"],
    [formatCallCost, 0.000_001, "<$0.0001"],
    [formatCallCost, 0.99999, "$1.00"],
    [formatCallCost, 3.456, "$3.46"],
    [formatTotalCost, 0.000_12, "$0.0001"],
    [formatTotalCost, 0.004_3, "$0.0043"],
    [formatTotalCost, 0.000_01, "<$0.0001"],
    [formatTotalCost, 0.0099, "$0.0099"],
    [formatTotalCost, 0.009_96, "$0.01"],
    [formatTotalCost, 412.87, "$412.87"],
    [formatTotalCost, 999.996, "$1,000"],
    [formatTotalCost, 7411.2, "$7,411"],
    [formatBytes, 512, "512 B"],
    [formatBytes, 6400, "6.4 kB"],
    [formatBytes, 38_200_000, "38.2 MB"],
    [formatBytes, 3_420_000_000, "3.42 GB"],
  ])("%o of %d reads %s", (format, value, text) => expect(format(value)).toBe(text));

  it("uses the singular for one", () => {
    expect([countOf(1, "call"), countOf(1204, "call"), countOf(2, "query", "queries")]).toEqual([
      "1 call",
      "1,204 calls",
      "2 queries",
    ]);
  });
});

describe("a time", () => {
  const now = Date.parse("2026-11-20T14:32:52Z");
  it.each([
    ["2026-11-20T14:32:08Z", "14:32:08"],
    ["2026-11-19T14:32:08Z", "19 Nov 14:32"],
    ["2024-05-13T10:00:00Z", "13 May 2024"],
  ])("%s reads %s in UTC", (time, text) => expect(formatTime(parseTime(time), now)).toBe(text));

  it("without a zone is UTC", () => expect(parseTime("2026-11-20T14:32:08")).toBe(Date.parse("2026-11-20T14:32:08Z")));

  it("that is not a time is a dash", () => expect(formatTime(parseTime("soon"), now)).toBe("–"));

  it("in full keeps milliseconds and names its zone", () =>
    expect(formatFullTime(Date.parse("2026-11-20T14:30:01.882Z"))).toBe("2026-11-20 14:30:01.882 UTC"));

  it.each([
    [44, "44 s", "44 s ago"],
    [0, "0 s", "just now"],
    [-5, "0 s", "just now"],
    [185, "3 min", "3 min ago"],
    [7300, "2 h", "2 h ago"],
    [200_000, "2 d", "2 d ago"],
  ])("%d seconds ago reads %s", (seconds, age, ago) => {
    expect(formatAge(now - seconds * 1000, now)).toBe(age);
    expect(formatAgo(now - seconds * 1000, now)).toBe(ago);
  });
});

describe("a share", () => {
  it.each([
    [0, "0.00%", "0.00%"],
    [0.0132, "1.32%", "1.32%"],
    [0.099_96, "10.00%", "10%"],
    [0.1124, "11.24%", "11%"],
    [1, "100.00%", "100%"],
    [-0.5, "−50.00%", "−50%"],
    [null, "–", "–"],
  ])("%s is %s in a column and %s in a tight place", (share, inColumn, inTightPlace) => {
    expect(formatShare(share)).toBe(inColumn);
    expect(formatShortShare(share)).toBe(inTightPlace);
  });
});

describe("the parts of a time", () => {
  it("are those of UTC", () => {
    const timeMs = Date.parse("2026-11-20T04:05:06Z");
    expect([formatDay(timeMs), formatClock(timeMs), formatClock(timeMs, true)]).toEqual([
      "20 Nov",
      "04:05",
      "04:05:06",
    ]);
  });
});

describe("an id", () => {
  it("is cut only when it is a UUID", () => {
    expect(formatShortId("0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d")).toBe("…1a0b9c8d");
    expect(formatShortId("thr_9f2c81")).toBe("thr_9f2c81");
  });

  it("differs from those that were created at the same time", () => {
    const ids = Array.from({ length: 100 }, () => uuid7());
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBeLessThan(3);
    expect(new Set(ids.map(formatShortId)).size).toBe(100);
  });
});

describe("a quantity", () => {
  it("is split into figures and units and reads the same when joined", () => {
    expect(splitUnits("1 m 25 s")).toEqual([
      { text: "1", isUnit: false },
      { text: "m", isUnit: true },
      { text: "25", isUnit: false },
      { text: "s", isUnit: true },
    ]);
    expect(splitUnits("–")).toEqual([{ text: "–", isUnit: false }]);
  });
});

describe("a time in a list", () => {
  const now = Date.parse("2026-11-20T14:00:00Z");

  it.each([
    [44_000, "44 s"],
    [59 * 60_000, "59 min"],
    [3_600_000, "13:00:00"],
    [30 * 3_600_000, "19 Nov 08:00"],
    [400 * 86_400_000, "16 Oct 2025"],
    [-5000, "0 s"],
  ])("%i ms ago is %s", (ageMs, text) => {
    expect(formatListTime(now - ageMs, now)).toBe(text);
  });

  it("has the full time and the age on hover, and a dash where it is missing", () => {
    expect(formatTimeAndAge(now - 7_200_000, now)).toBe("2026-11-20 12:00:00.000 UTC, 2 h ago");
    expect([formatListTime(null, now), formatTimeAndAge(undefined, now)]).toEqual(["–", "–"]);
  });
});
