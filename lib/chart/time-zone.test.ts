import { afterEach, describe, expect, it, vi } from "vitest";
import { formatClock, formatDateTime, formatDay, formatFullTime, formatTime, formatUtcDay } from "@/lib/format/time";
import { timeOfWallClock, wallClock, writeTimesIn, zoneName } from "@/lib/format/time-zone";
import { timeTicks } from "./ticks";
import { countedRange, spanName } from "./time-buckets";

const NOW = Date.parse("2026-11-20T20:30:00Z");

/** A reader whose clock is this many minutes ahead of UTC. */
function readIn(minutesAhead: number | ((timeMs: number) => number)): void {
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockImplementation(function (this: Date) {
    return -(typeof minutesAhead === "number" ? minutesAhead : minutesAhead(this.getTime()));
  });
  writeTimesIn("local");
}

afterEach(() => {
  writeTimesIn("utc");
  vi.restoreAllMocks();
});

describe("times in the zone of the reader", () => {
  it("are those of the reader's clock, with the zone where it is not clear", () => {
    readIn(330);
    expect(formatClock(NOW, true)).toBe("02:00:00");
    expect(formatDay(NOW)).toBe("21 Nov");
    expect(formatTime(NOW, NOW + 60_000)).toBe("02:00:00");
    expect(formatTime(NOW - 8 * 3_600_000, NOW)).toBe("20 Nov 18:00");
    expect(formatDateTime(NOW)).toBe("2026-11-21 02:00:00");
    expect(formatFullTime(NOW)).toBe("2026-11-21 02:00:00.000 UTC+5:30");
  });

  it("stay in UTC for days that a service counts in UTC", () => {
    readIn(330);
    expect(formatUtcDay(NOW)).toBe("20 Nov");
  });

  it("begin days and hours of an axis at the reader's midnight", () => {
    readIn(-300);
    const ticks = timeTicks(Date.parse("2026-11-18T12:00:00Z"), Date.parse("2026-11-21T12:00:00Z"), 4);
    expect(ticks).toEqual([
      { value: Date.parse("2026-11-19T05:00:00Z"), label: "19 Nov" },
      { value: Date.parse("2026-11-20T05:00:00Z"), label: "20 Nov" },
      { value: Date.parse("2026-11-21T05:00:00Z"), label: "21 Nov" },
    ]);
  });

  it("name a day only where it is one for the reader", () => {
    const day = { startMs: Date.parse("2026-11-19T00:00:00Z"), endMs: Date.parse("2026-11-20T00:00:00Z") };
    expect(spanName(day, NOW)).toBe("19 Nov");
    readIn(60);
    expect(spanName(day, NOW)).toBe("19 Nov 01:00 to 01:00");
    expect(countedRange({ after: "2026-11-19T00:00:00Z", before: "2026-11-20T00:00:00Z" })).toBe(
      "19 Nov 01:00 to 20 Nov 01:00 UTC+1",
    );
  });

  it("are read back from the reader's clock, also around a change of its offset", () => {
    const change = Date.parse("2026-10-25T01:00:00Z");
    readIn((timeMs) => (timeMs < change ? 120 : 60));
    for (const time of ["2026-10-24T22:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T12:00:00Z"]) {
      const timeMs = Date.parse(time);
      expect(timeOfWallClock(wallClock(timeMs).getTime())).toBe(timeMs);
    }
  });
});

describe("the name of a zone", () => {
  it.each([
    [0, "UTC"],
    [60, "UTC+1"],
    [-300, "UTC−5"],
    [345, "UTC+5:45"],
    [-210, "UTC−3:30"],
  ])("%i minutes ahead is %s", (minutes, name) => {
    readIn(minutes);
    expect(zoneName(NOW)).toBe(name);
  });

  it("is UTC until the reader chooses another one", () => {
    vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-60);
    expect(zoneName(NOW)).toBe("UTC");
    expect(zoneName(NOW, "local")).toBe("UTC+1");
    expect(formatFullTime(NOW)).toBe("2026-11-20 20:30:00.000 UTC");
  });
});
