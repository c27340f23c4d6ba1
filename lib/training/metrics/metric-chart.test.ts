import { describe, expect, test } from "vitest";
import { logOf } from "@/lib/training/events/testing/log-of";
import { extentOf, metricChart } from "./metric-chart";

const table = (values: readonly number[]) =>
  logOf(
    values.map((loss, index) => ({
      id: String(index),
      type: "gradient_step",
      data: { loss },
      timeMs: 5000 + index * 1000,
    })),
  ).metrics;
const plain = { x: "step", ema: 0, isLog: false, zoom: null } as const;

describe("a chart of a metric", () => {
  test("is drawn over steps, clock time, or time since its start", () => {
    const source = table([3, 2, 1]);
    expect(extentOf(source, "step")).toEqual([1, 3]);
    expect(extentOf(source, "time")).toEqual([5000, 7000]);
    expect(extentOf(source, "relative")).toEqual([0, 2000]);
    expect(metricChart(source, "loss", { ...plain, x: "relative" })?.raw.map(({ x }) => x)).toEqual([0, 1000, 2000]);
  });

  test("reduces a hundred thousand steps to few points, keeps the spike, and smooths before reducing", () => {
    const values = Array.from({ length: 100_000 }, () => 1);
    values[61_234] = 50;
    const chart = metricChart(table(values), "loss", { ...plain, ema: 0.6 });
    expect(chart?.raw.length).toBeLessThan(700);
    expect(Math.max(...(chart?.raw.map(({ high }) => high) ?? []))).toBe(50);
    expect(chart?.isBucketed).toBe(true);
    // 1 + 0.4 * 49, the full weight of one value.
    expect(Math.max(...(chart?.smoothed.map(({ high }) => high) ?? []))).toBeCloseTo(20.6, 6);
  });

  test("counts the values that a log scale cannot show", () => {
    const chart = metricChart(table([-1, 0, 10, 100]), "loss", { ...plain, isLog: true });
    expect(chart?.hiddenCount).toBe(2);
    expect(chart?.raw.map(({ last }) => last)).toEqual([10, 100]);
    expect(chart?.y.domain).toEqual([10, 100]);
  });

  test("is null for a path without values", () => {
    expect(metricChart(table([1]), "reward", plain)).toBeNull();
  });
});
