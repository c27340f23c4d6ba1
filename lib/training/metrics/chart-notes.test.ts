import { describe, expect, test } from "vitest";
import { type ChartContext, notedChart } from "./chart-notes";
import { metricChart } from "./metric-chart";
import { MetricTable } from "./metric-table";
import { NO_LIMITS, notableSteps } from "./notable-steps";

function tableOf(columns: Readonly<Record<string, readonly number[]>>): MetricTable {
  const table = new MetricTable();
  const count = Math.max(...Object.values(columns).map(({ length }) => length));
  for (let index = 0; index < count; index += 1) {
    const row = table.addRow(index + 1, index * 1000);
    for (const [path, values] of Object.entries(columns)) {
      const value = values[index];
      if (value !== undefined) table.seriesFor(path).push(row, value);
    }
  }
  return table;
}

const plain = { x: "step", ema: 0, isLog: false, zoom: null } as const;
const nothing: ChartContext = { spreadPath: null, rules: [], notable: [] };

function noted(
  table: MetricTable,
  path: string,
  context: Partial<ChartContext>,
  choices: Parameters<typeof metricChart>[2] = plain,
) {
  const chart = metricChart(table, path, choices);
  if (chart === null) throw new Error("No chart");
  return notedChart(chart, table, choices, { ...nothing, ...context });
}

describe("the notes of a chart", () => {
  test("include the spread around the mean, and extend the axis for it", () => {
    const table = tableOf({ reward: [0.4, 0.5, 0.6], reward_std_dev: [0.2, 0.2, 0.3] });
    const { notes, y } = noted(table, "reward", { spreadPath: "reward_std_dev" });
    expect(notes.band.map(({ x, low, high }) => [x, low.toFixed(1), high.toFixed(1)])).toEqual([
      [1, "0.2", "0.6"],
      [2, "0.3", "0.7"],
      [3, "0.3", "0.9"],
    ]);
    expect(y.domain[0]).toBeLessThan(0.2);
    expect(y.domain[1]).toBeGreaterThan(0.9);
  });

  test("include no spread if one of its values is missing, or on a log scale", () => {
    const gap = tableOf({ reward: [0.4, 0.5], reward_std_dev: [0.2] });
    expect(noted(gap, "reward", { spreadPath: "reward_std_dev" }).notes.band).toEqual([]);
    const whole = tableOf({ reward: [0.4, 0.5], reward_std_dev: [0.2, 0.1] });
    const log = { ...plain, isLog: true };
    expect(noted(whole, "reward", { spreadPath: "reward_std_dev" }, log).notes.band).toEqual([]);
  });

  test("include a near level, but not one that would flatten the line", () => {
    const table = tableOf({ reward: [0.4, 0.5, 0.6] });
    const rule = (value: number) => ({ value, label: `base ${value}`, isCrossed: false });
    const near = noted(table, "reward", { rules: [rule(0.2)] });
    expect(near.notes.rules).toHaveLength(1);
    expect(near.y.domain[0]).toBeLessThan(0.2);
    const far = noted(table, "reward", { rules: [rule(40)] });
    expect(far.notes.rules).toEqual([]);
    expect(far.y.domain[1]).toBeLessThan(1);
  });

  test("clip a high peak and show its value, but not a low one", () => {
    const calm = [1, 1.1, 0.9, 1, 1.05, 0.95, 1, 1.1];
    const chart = (values: readonly number[]) => {
      const table = tableOf({ grad_norm: values });
      return noted(table, "grad_norm", { notable: notableSteps(table, ["grad_norm"], NO_LIMITS) });
    };
    const high = chart([...calm, 4.8, 1]);
    expect(high.notes.marks).toEqual([{ x: 9, value: 4.8, label: "4.800", isClipped: true }]);
    expect(high.y.domain[1]).toBeLessThan(2);
    const zoomed = chart([...calm, 1]);
    expect(zoomed.notes.marks).toEqual([]);
  });

  test("leave out marks beyond the visible range", () => {
    const table = tableOf({ grad_norm: [1, 1, 1, 1, 1, 1, 1, 1, 9, 1, 1, 1] });
    const notable = notableSteps(table, ["grad_norm"], NO_LIMITS);
    expect(notable).toHaveLength(1);
    expect(noted(table, "grad_norm", { notable }, { ...plain, zoom: [1, 5] }).notes.marks).toEqual([]);
  });
});
