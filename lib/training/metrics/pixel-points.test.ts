import { describe, expect, test } from "vitest";
import { nearestIndex, pixelPoints } from "./pixel-points";
import { Smoothing, smooth } from "./smoothing";

const count = 100_000;
const xs = Array.from({ length: count }, (_, index) => index);

describe("points of a line", () => {
  test("are at most one per pixel, and keep each spike", () => {
    const values = xs.map(() => 1);
    const spikes = [17, 50_001, 99_998];
    for (const [index, at] of spikes.entries()) values[at] = index % 2 === 0 ? 9 : -9;
    const points = pixelPoints(xs, values, { range: [0, count - 1], pixelCount: 300 });
    expect(points.length).toBeLessThanOrEqual(302);
    expect(points.filter(({ high }) => high === 9)).toHaveLength(2);
    expect(points.filter(({ low }) => low === -9)).toHaveLength(1);
    expect(points.at(-1)?.x).toBe(count - 1);
  });

  test("include every value where there are fewer than pixels, with those next to the range", () => {
    const points = pixelPoints([1, 2, 3, 4, 5], [10, 20, 30, 40, 50], { range: [2.5, 3.5], pixelCount: 100 });
    expect(points.map(({ x }) => x)).toEqual([2, 3, 4]);
  });

  test("omit values that are not numbers, and mark the gap unless it is within a pixel", () => {
    const values = [Number.NaN, 1, Number.NaN, 3, 4];
    const points = pixelPoints([0, 1, 2, 3, 4], values, { range: [0, 4], pixelCount: 10 });
    expect(points.map(({ x, isAfterGap = false }) => [x, isAfterGap])).toEqual([
      [1, false],
      [3, true],
      [4, false],
    ]);
    const long = xs.map((x) => (x === 500 || (x >= 40_000 && x < 60_000) ? Number.NaN : 1));
    const reduced = pixelPoints(xs, long, { range: [0, count - 1], pixelCount: 300 });
    expect(reduced.filter(({ isAfterGap }) => isAfterGap).map(({ x }) => Math.floor(x / 1000))).toEqual([60]);
    expect(pixelPoints([], [], { range: [0, 1], pixelCount: 10 })).toEqual([]);
  });

  test("are found by the nearest logged value", () => {
    expect([-5, 1.4, 1.6, 99].map((x) => nearestIndex([0, 1, 2], x))).toEqual([0, 1, 2, 2]);
    expect(nearestIndex([], 1)).toBe(-1);
  });

  test("are shifted by the offset, and omit what a log scale cannot show", () => {
    const points = pixelPoints([100, 101, 102], [1, -1, 3], {
      range: [0, 2],
      pixelCount: 10,
      offset: 100,
      isLog: true,
    });
    expect(points.map(({ x, last, isAfterGap = false }) => [x, last, isAfterGap])).toEqual([
      [0, 1, false],
      [2, 3, true],
    ]);
  });
});

describe("smoothing", () => {
  test("starts at the first value, not at zero", () => {
    expect(smooth([2, 4], 0.5)[0]).toBe(2);
    // (0.25 * 2 + 0.5 * 4) / 0.75
    expect(smooth([2, 4], 0.5)[1]).toBeCloseTo(10 / 3, 12);
  });

  test("keeps a constant series and non-finite values unchanged", () => {
    expect(smooth([0.1, 0.1, 0.1], 0.9)).toEqual([0.1, 0.1, 0.1]);
    expect(smooth([1, Number.NaN, 1.5], 0.5)[1]).toBeNaN();
    expect(smooth([1, Number.NaN, 1], 0.5)[2]).toBeCloseTo(1, 12);
    expect(smooth([1, 5], 0)).toEqual([1, 5]);
  });

  test("continues where it ended: a growing series is smoothed as if it had been complete", () => {
    const values = Array.from({ length: 500 }, (_, index) => Math.sin(index) + (index > 20 ? 1 : 0));
    const smoothing = new Smoothing(0.9);
    for (const length of [1, 2, 50, 51, 400]) smoothing.take(values.slice(0, length));
    expect([...Array.from(smoothing.take(values))]).toEqual(Array.from(smooth(values, 0.9)));
  });
});
