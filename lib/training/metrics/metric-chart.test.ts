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

  test("interrupts the line at steps without a value, also over time, and not between values of every tenth step", () => {
    const event = (step: number, data: object) => ({
      ...{ id: `step-${step}`, type: "gradient_step", data: data as Record<string, unknown>, timeMs: step * 1000 },
    });
    const broken = (source: ReturnType<typeof event>[], x: "step" | "time", path: string) =>
      metricChart(logOf(source).metrics, path, { ...plain, x })?.raw.flatMap((point) =>
        point.isAfterGap ? [point.x] : [],
      );
    const steps = Array.from({ length: 30 }, (_, index) => index + 1);
    // NaN is sent as null or as a text, or left out.
    const none: Record<number, object> = { 12: { kl: 1, loss: null }, 13: { kl: 1, loss: "NaN" }, 20: { kl: 1 } };
    const rows = steps.map((step) =>
      event(step, none[step] ?? { kl: 1, loss: 2, ...(step % 10 === 0 ? { score: 1 } : {}) }),
    );
    expect(broken(rows, "step", "loss")).toEqual([14, 21]);
    expect(broken(rows, "time", "loss")).toEqual([14_000, 21_000]);
    expect(broken(rows, "step", "kl")).toEqual([]);
    expect(broken(rows, "step", "score")).toEqual([]);
    // The only number of a job.
    const alone = steps.map((step) => event(step, step === 5 ? { loss: null } : { loss: 2 }));
    expect(broken(alone, "step", "loss")).toEqual([6]);
  });

  test("is null for a path without values", () => {
    expect(metricChart(table([1]), "reward", plain)).toBeNull();
  });
});
