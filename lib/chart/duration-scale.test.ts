import { describe, expect, it } from "vitest";
import { durationScale, durationShareOf, fittedDurationScale } from "./duration-scale";

const labels = (...ms: (number | null)[]) => durationScale(ms).map((tick) => tick.label);

describe("the axis of range bars", () => {
  it("is the shortest range of round durations that covers all values", () => {
    expect(labels(1310, 31_240, 2210)).toEqual(["1 s", "10 s", "60 s"]);
    expect(labels(4, 180)).toEqual(["1 ms", "10 ms", "100 ms", "1 s"]);
  });

  it("has two ends for a single round duration, and for no values", () => {
    expect(labels(1000)).toEqual(["1 s", "10 s"]);
    expect(labels(10_000, 10_000)).toEqual(["10 s", "60 s"]);
    expect(labels()).toEqual(["1 s", "10 s", "60 s"]);
  });

  it("puts values shorter than a millisecond and longer than days at its ends", () => {
    expect(labels(0, 0.4)).toEqual(["1 ms", "10 ms"]);
    const scale = durationScale([10 ** 12]);
    expect(scale.at(-1)?.label).toBe("100 h");
    expect(durationShareOf(scale, 10 ** 12)).toBe(1);
    expect(durationShareOf(scale, 0)).toBe(0);
  });

  it("ignores invalid durations", () => {
    expect(labels(null, Number.NaN, -5, 2000)).toEqual(["1 s", "10 s"]);
  });

  it("is logarithmic: a tenfold step has the same length everywhere", () => {
    const scale = durationScale([1, 1000]);
    expect(durationShareOf(scale, 10)).toBeCloseTo(1 / 3);
    expect(durationShareOf(scale, 100)).toBeCloseTo(2 / 3);
    expect(durationShareOf(scale, 1000)).toBe(1);
  });
});

describe("an axis that fits its durations", () => {
  const ends = (...ms: (number | null)[]) => fittedDurationScale(ms).map((tick) => tick.label);

  it("ends at the nearest round durations, so that one decade fills it", () => {
    expect(ends(2100, 13_900, 4700)).toEqual(["2 s", "20 s"]);
    expect(ends(12, 38)).toEqual(["10 ms", "50 ms"]);
    expect(ends(65_000, 7_000_000)).toEqual(["1 m", "2 h"]);
  });

  it("has two ends for equal, missing and extreme durations", () => {
    expect(ends(1000, 1000)).toEqual(["1 s", "2 s"]);
    expect(ends(null, Number.NaN)).toEqual(["1 s", "10 s", "60 s"]);
    expect(ends(0, 10 ** 13)).toEqual(["1 ms", "100 h"]);
    expect(ends(10 ** 13)).toEqual(["50 h", "100 h"]);
  });
});
