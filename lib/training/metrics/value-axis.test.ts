import { describe, expect, test } from "vitest";
import { logAxis, roundTicks } from "@/lib/chart/ticks";
import { formatMetric, metricTick } from "./format-metric";
import { valueAxis } from "./value-axis";

const valuesOf = (ticks: readonly { value: number }[]) => ticks.map(({ value }) => value);

describe("axes of metrics", () => {
  test("have round numbers, inside the range", () => {
    expect(valuesOf(roundTicks(0.13, 0.62, String))).toEqual([0.2, 0.4, 0.6]);
    expect(valuesOf(roundTicks(-1, 1, String))).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect(valuesOf(roundTicks(1, 3, String, 1))).toEqual([1, 2, 3]);
  });

  test("center a single value", () => {
    const { domain } = valueAxis(0.3, 0.3, String);
    expect((domain[0] + domain[1]) / 2).toBeCloseTo(0.3);
    expect(valueAxis(0, 0, String).domain).toEqual([-0.5, 0.5]);
    // Means of the same rewards, added up in different orders.
    expect(valuesOf(valueAxis(0.4, 0.4000000000000001, String).ticks)).toEqual([0.2, 0.3, 0.4, 0.5, 0.6]);
    expect(valueAxis(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, String).domain).toEqual([0, 1]);
  });

  test("have three or more ticks, or two where three would be seven", () => {
    expect(valuesOf(valueAxis(0.128, 0.895, String).ticks)).toEqual([0.2, 0.4, 0.6, 0.8]);
    expect(valuesOf(valueAxis(0.51, 1.49, String).ticks)).toEqual([0.5, 1, 1.5]);
    expect(valuesOf(valueAxis(12.6, 13.9, String).ticks)).toEqual([13, 13.5]);
    for (const low of [-7.3, 0.51, 0.99, 12.6, 940]) {
      for (const length of [0.0011, 0.3, 0.46, 0.98, 1.3, 2.4, 39]) {
        const { ticks } = valueAxis(low, low + length, String);
        expect(ticks.length, `${low} and ${length} more`).toBeGreaterThanOrEqual(2);
        expect(ticks.length, `${low} and ${length} more`).toBeLessThanOrEqual(7);
      }
    }
  });

  test("are whole powers of ten on a log scale", () => {
    expect(logAxis(0.002, 40, String).domain).toEqual([0.001, 100]);
    expect(valuesOf(logAxis(1, 1e12, String).ticks)).toEqual([1, 1e3, 1e6, 1e9, 1e12]);
    expect(logAxis(0, 1, String).ticks).toEqual([]);
  });
});

describe("a tick of a metric", () => {
  test("has no trailing zeros, and differs from the adjacent ticks", () => {
    expect([0.6, 1.5, -0.5, 0, 2].map(metricTick)).toEqual(["0.6", "1.5", "−0.5", "0", "2"]);
    expect([0.0025, 0.005, 0.0005, 5e-6, -2e-4].map(metricTick)).toEqual(["0.0025", "0.005", "5e-4", "5e-6", "−2e-4"]);
    expect([1500, 20_000, 20_150, 99_999, 200_000, 2.5e6].map(metricTick)).toEqual([
      "1,500",
      "20k",
      "20,150",
      "99,999",
      "200k",
      "2.5M",
    ]);
  });
});

describe("a training metric", () => {
  test("is formatted according to its name", () => {
    expect(formatMetric("learning_rate", 5e-6)).toBe("5.0e-6");
    expect(formatMetric("kl_policy_ref", 0.03912)).toBe("0.0391");
    expect(formatMetric("reward", 0.58555)).toBe("0.586");
    expect(formatMetric("loss", -0.0000123)).toBe("−1.2e-5");
    expect(formatMetric("num_trajectories", 12000)).toBe("12,000");
    expect(formatMetric("loss", 0)).toBe("0");
    expect(formatMetric("loss", null)).toBe("–");
  });
});
