import { expect, test } from "vitest";
import { bandPath, linePath, spanPath } from "./line-paths";
import { pixelPoints } from "./pixel-points";

const count = 100_000;
const xs = Float64Array.from({ length: count }, (_, index) => index);
/** 300 pixels wide and 100 high, values from -10 to 10. */
const scales = { x: (value: number) => (value / count) * 300, y: (value: number) => 50 - value * 5 };

test("draws a spike of one value among 100,000 at its full height", () => {
  for (const at of [0, 17, 50_001, 99_998, 99_999]) {
    for (const [spike, height] of [
      [8, "10.0"],
      [-8, "90.0"],
    ] as const) {
      const values = new Float64Array(count).fill(1);
      values[at] = spike;
      const points = pixelPoints(xs, values, { range: [0, count - 1], pixelCount: 300 });
      const heights = (path: string) => new Set(path.match(/(?<= )[\d.]+/g));
      expect(heights(spanPath(points, scales))).toContain(height);
      expect(heights(bandPath(points, scales))).toContain(height);
    }
  }
});

test("draws no path without values, and a plain line with one value per pixel", () => {
  expect([linePath([], scales), spanPath([], scales)]).toEqual(["", ""]);
  const points = pixelPoints([0, 1], [1, 2], { range: [0, 1], pixelCount: 300 });
  expect(spanPath(points, scales)).toBe(linePath(points, scales));
});

test("interrupts line, span and band where values are missing, and leaves a dot between two gaps", () => {
  const points = pixelPoints([0, 1, 2, 3, 4, 5], [1, 1, Number.NaN, 1, Number.NaN, 1], {
    range: [0, 5],
    pixelCount: 300,
  });
  const flat = { x: (value: number) => value, y: (value: number) => value };
  // Wider than the line: 3 pixels to the right along a half circle, and back.
  const dot = "m-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0";
  expect(linePath(points, flat)).toBe(`M0.0 1.0L1.0 1.0M3.0 1.0${dot}M5.0 1.0${dot}`);
  expect(spanPath(points, flat)).toBe(linePath(points, flat));
  expect(bandPath(points, flat).match(/Z/g)).toHaveLength(3);
});
