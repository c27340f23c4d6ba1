import { describe, expect, it } from "vitest";
import { axisCount, countAxis, durationAxis, linearAxis, logTicks, roundTicks, stepTicks, timeTicks } from "./ticks";

const labels = (ticks: readonly { label: string }[]) => ticks.map(({ label }) => label);
const at = (time: string) => Date.parse(`${time}Z`);

describe("an axis of counts", () => {
  it("ends at a round number at or above the largest, in at most four steps", () => {
    expect(labels(countAxis(2986).ticks)).toEqual(["0", "1k", "2k", "3k"]);
    expect(countAxis(2986).domain).toEqual([0, 3000]);
    expect(labels(countAxis(40).ticks)).toEqual(["0", "10", "20", "30", "40"]);
    expect(labels(countAxis(41).ticks)).toEqual(["0", "20", "40", "60"]);
    expect(labels(countAxis(6_100_000).ticks)).toEqual(["0", "2M", "4M", "6M", "8M"]);
  });

  it("has no tick between two whole numbers, and is an axis even without calls", () => {
    expect(labels(countAxis(1).ticks)).toEqual(["0", "1"]);
    expect(labels(countAxis(3).ticks)).toEqual(["0", "1", "2", "3"]);
    expect(labels(countAxis(0).ticks)).toEqual(["0", "1"]);
    expect(countAxis(Number.NaN).domain).toEqual([0, 1]);
  });

  it("labels each tick with its exact number when steps are fractions", () => {
    const { ticks } = linearAxis(0.3, String);
    expect(ticks.map(({ value }) => value)).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it("shortens round numbers without losing digits", () => {
    expect([0, 500, 1500, 250_000, 2_500_000, 4e9].map(axisCount)).toEqual(["0", "500", "1.5k", "250k", "2.5M", "4B"]);
  });
});

describe("round numbers on an axis", () => {
  it("are no closer than the smallest step, however small the range is", () => {
    expect(roundTicks(3.2, 3.8, String, 1)).toEqual([]);
    expect(labels(roundTicks(2.9, 4.1, String, 1))).toEqual(["3", "4"]);
  });

  it("are found for ranges of any size", () => {
    for (let exponent = -300; exponent <= 300; exponent += 7) {
      for (const factor of [1, 1.5, 3.1, 3.2, 7, 7.1, 9.9]) {
        const ticks = roundTicks(0, Number(`${factor}e${exponent}`), String);
        expect(ticks.length, `${factor}e${exponent}`).toBeGreaterThanOrEqual(2);
        expect(ticks.length, `${factor}e${exponent}`).toBeLessThanOrEqual(5);
      }
    }
    expect(roundTicks(-Number.MAX_VALUE, Number.MAX_VALUE, String).length).toBeLessThanOrEqual(5);
  });
});

describe("steps on an axis", () => {
  it("begin with the first one where it has room before the round ones", () => {
    expect(labels(stepTicks(1, 12, String))).toEqual(["1", "5", "10"]);
    expect(labels(stepTicks(1, 3, String))).toEqual(["1", "2", "3"]);
    expect(labels(stepTicks(0, 44, String))).toEqual(["0", "20", "40"]);
    expect(labels(stepTicks(18, 60, String))).toEqual(["20", "40", "60"]);
    expect(labels(stepTicks(3.5, 12.5, String))).toEqual(["5", "10"]);
  });
});

describe("round prices on a log axis", () => {
  it("are 1, 2 and 5 times powers of ten, or the powers alone if there are too many", () => {
    expect(labels(logTicks(0.04, 3, String, 7))).toEqual(["0.05", "0.1", "0.2", "0.5", "1", "2"]);
    expect(labels(logTicks(0.04, 30, String, 7))).toEqual(["0.1", "1", "10"]);
  });
});

describe("a log axis of durations", () => {
  it("runs between round durations that cover all values", () => {
    expect(labels(durationAxis([1260, 13_500, 28_000]).ticks)).toEqual(["1 s", "2 s", "5 s", "10 s", "20 s", "1 m"]);
    expect(durationAxis([600, 900]).domain).toEqual([500, 1000]);
  });

  it("keeps to decades if every round duration would be too many", () => {
    expect(labels(durationAxis([3, 7_200_000]).ticks)).toEqual([
      "10 ms",
      "100 ms",
      "1 s",
      "10 s",
      "1 m",
      "10 m",
      "1 h",
    ]);
    expect(durationAxis([3, 7_200_000]).domain).toEqual([2, 7_200_000]);
  });

  it("has two ends for one duration, for none, and for values that are not above zero", () => {
    for (const durations of [[1000], [], [0], [1], [null, Number.NaN], [10 ** 13]]) {
      const { domain, ticks } = durationAxis(durations);
      expect(domain[0]).toBeGreaterThan(0);
      expect(domain[1]).toBeGreaterThan(domain[0]);
      expect(ticks.length).toBeGreaterThan(1);
    }
    expect(durationAxis([10 ** 13]).domain[1]).toBe(10 ** 13);
  });
});

describe("ticks of time", () => {
  it("show the date where the day changes", () => {
    expect(labels(timeTicks(at("2026-11-19T14:32:00"), at("2026-11-20T14:32:00")))).toEqual([
      "18:00",
      "20 Nov",
      "06:00",
      "12:00",
    ]);
  });

  it("are at round times for a range of any length", () => {
    expect(labels(timeTicks(at("2026-11-20T10:00:03"), at("2026-11-20T10:00:33")))).toEqual([
      "10:00:05",
      "10:00:10",
      "10:00:15",
      "10:00:20",
      "10:00:25",
      "10:00:30",
    ]);
    expect(labels(timeTicks(at("2026-11-13T12:00"), at("2026-11-20T12:00")))).toEqual([
      "14 Nov",
      "15 Nov",
      "16 Nov",
      "17 Nov",
      "18 Nov",
      "19 Nov",
      "20 Nov",
    ]);
    expect(labels(timeTicks(at("2026-01-15T00:00"), at("2027-02-15T00:00")))).toEqual(["Apr", "Jul", "Oct", "2027"]);
  });

  it("never exceed the requested number, over any range", () => {
    for (let lengthMs = 1000; lengthMs < 2e12; lengthMs *= 1.7) {
      const ticks = timeTicks(at("2024-05-13T01:02:03"), at("2024-05-13T01:02:03") + lengthMs);
      expect(ticks.length, `${lengthMs} ms`).toBeLessThanOrEqual(8);
    }
    expect(timeTicks(5, 5)).toEqual([]);
  });

  it("are as far apart at the end of a month as anywhere else", () => {
    expect(labels(timeTicks(at("2026-10-25T12:00"), at("2026-11-06T12:00")))).toEqual([
      "26 Oct",
      "28 Oct",
      "30 Oct",
      "1 Nov",
      "3 Nov",
      "5 Nov",
    ]);
  });

  it("are never less than a second apart, since their labels could not differ", () => {
    expect(labels(timeTicks(at("2026-11-20T10:00:03.2"), at("2026-11-20T10:00:05.4")))).toEqual([
      "10:00:04",
      "10:00:05",
    ]);
    expect(timeTicks(1, 2).length).toBeLessThanOrEqual(1);
  });
});
