import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { smooth } from "@/lib/training/metrics/smoothing";
import "@/test/setup/property-seed";
import { reduceSeries } from "./reduce-series";

const whole = { from: 1, to: 10_000, points: 100 };
const steps = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("a reduced series", () => {
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
    fc.constant(Number.NaN),
  );

  test("has the true lowest, highest and last value of each stretch, and the first and last point", () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 10, max: 60 }),
        (values, points) => {
          const xs = steps(values.length);
          const reduced = reduceSeries({ xs, values }, { from: 1, to: values.length, points });
          const known = xs.flatMap((x, index) =>
            Number.isNaN(values[index]) ? [] : [{ x, value: values[index] ?? 0 }],
          );
          const drawn = reduced.x.flatMap((x, at) => (reduced.last[at] === null ? [] : [{ x, at }]));
          let begin = 0;
          for (const { x, at } of drawn) {
            const end = known.findIndex((one) => one.x === x) + 1;
            const stretch = known.slice(begin, end).map((one) => one.value);
            expect(reduced.last[at]).toBe(stretch.at(-1));
            expect(reduced.low === null ? stretch[0] : reduced.low[at]).toBe(Math.min(...stretch));
            expect(reduced.high === null ? stretch[0] : reduced.high[at]).toBe(Math.max(...stretch));
            begin = end;
          }
          expect(begin).toBe(known.length);
          expect(drawn[0]?.x).toBe(known[0]?.x);
          // The first point, one for each stretch, one beyond the end, and the gaps between them.
          expect(reduced.x.length).toBeLessThanOrEqual(2 * (points + 3));
        },
      ),
    );
  });

  test("keeps a spike of one value among 10,000", () => {
    for (const at of [0, 17, 5_001, 9_999]) {
      const values = steps(10_000).map((_, index) => (index === at ? -8 : index % 3));
      const { low, x } = reduceSeries({ xs: steps(10_000), values }, whole);
      expect(Math.min(...(low ?? []).flatMap((one) => one ?? []))).toBe(-8);
      expect(x.length).toBeLessThan(110);
    }
  });

  test("is not reduced below the width, and a zoom has all of its values with one beyond each end", () => {
    const values = steps(10_000).map((x) => x / 2);
    const zoomed = reduceSeries({ xs: steps(10_000), values }, { from: 500, to: 510, points: 100 });
    expect(zoomed).toMatchObject({ x: steps(511).slice(498), low: null, high: null });
  });

  test("has a gap where values are missing, not where a metric is logged more rarely", () => {
    const values = [1, 2, Number.NaN, Number.NaN, 5, 6];
    expect(reduceSeries({ xs: steps(6), values }, { from: 1, to: 6, points: 100 }).last).toEqual([1, 2, null, 5, 6]);
    const rare = steps(60).map((x) => (x % 10 === 0 ? x : Number.NaN));
    expect(reduceSeries({ xs: steps(60), values: rare }, { from: 1, to: 60, points: 100 }).last).toEqual([
      ...[10, 20, 30, 40, 50, 60],
    ]);
    const long = steps(10_000).map((x) => (x > 4000 && x < 6000 ? Number.NaN : 1));
    const reduced = reduceSeries({ xs: steps(10_000), values: long }, whole);
    expect(reduced.last.filter((one) => one === null)).toHaveLength(1);
    expect(reduced.x.some((x, at) => reduced.last[at] !== null && x > 4000 && x < 6000)).toBe(false);
  });

  test("is smoothed from all values, not from the reduced ones", () => {
    const values = steps(10_000).map((x) => Math.sin(x));
    const { x, smooth: line } = reduceSeries(
      { xs: steps(10_000), values },
      { ...whole, smoothing: { kind: "ema", weight: 0.9 } },
    );
    const all = smooth(values, 0.9);
    expect(line?.every((one, at) => one === all[(x[at] ?? 0) - 1])).toBe(true);
    const means = reduceSeries(
      { xs: steps(5), values: [1, 2, 3, 4, 10] },
      { from: 1, to: 5, points: 100, smoothing: { kind: "window", size: 3 } },
    );
    expect(means.smooth).toEqual([1.5, 2, 3, 17 / 3, 7]);
  });

  test("has nothing without values, and the nearest ones where the range has none", () => {
    expect(reduceSeries({ xs: [1, 2], values: [Number.NaN, Number.NaN] }, whole).x).toEqual([]);
    expect(reduceSeries({ xs: [1, 9], values: [1, 2] }, { from: 4, to: 5, points: 100 }).x).toEqual([1, 9]);
    expect(reduceSeries({ xs: [1, 2], values: [1, 2] }, { from: 4, to: 5, points: 100 }).x).toEqual([2]);
  });
});
