import { describe, expect, test } from "vitest";
import { logOf } from "@/lib/training/events/testing/log-of";
import { lineFigures } from "@/lib/training/metrics/line-figures";
import { hasAllTimes, type OverlayJob, overlayCharts, overlayPaths } from "./prepare-overlay";
import { valueRows } from "./prepare-values";

const job = (id: string, rows: readonly Record<string, number>[], startMs: number | null = 0): OverlayJob => ({
  id,
  label: `agent ${id}`,
  color: `dye-${id}`,
  table: logOf(
    rows.map((data, index) => ({
      id: `${id}-${index}`,
      type: "gradient_step",
      data,
      timeMs: startMs === null ? null : startMs + index * 1000,
    })),
  ).metrics,
});
const plain = { x: "step", ema: 0, isLog: false, zoom: null } as const;
const short = job("a", [{ loss: 1, reward: 0.5 }, { loss: 3 }], 5000);
const long = job("b", [{ reward: 0.25 }, { reward: 0.75 }, { reward: 0.6 }, { kl: 0.1 }], 60_000);

describe("overlaid charts", () => {
  test("exist once per path of any job, with the colored lines of the jobs that log it", () => {
    const paths = overlayPaths([short, long], ["kl"]);
    expect(paths).toEqual(["kl", "reward", "loss"]);
    const charts = overlayCharts([short, long], paths, plain);
    expect(charts.map(({ lines }) => lines.map(({ key, color }) => `${key} ${color}`))).toEqual([
      ["b dye-b"],
      ["a dye-a", "b dye-b"],
      ["a dye-a"],
    ]);
  });

  test("share one x axis, and a y axis that covers all lines", () => {
    const charts = overlayCharts([short, long], ["reward", "loss"], plain);
    expect(charts.map(({ x }) => x.domain)).toEqual([
      [1, 4],
      [1, 4],
    ]);
    const [low, high] = charts[0]?.y.domain ?? [];
    expect(low).toBeLessThan(0.25);
    expect(high).toBeGreaterThan(0.75);
  });

  test("start together on relative time, and at their own time on the clock", () => {
    const relative = overlayCharts([short, long], ["reward"], { ...plain, x: "relative" });
    expect(relative[0]?.lines.map(({ line }) => line.raw[0]?.x)).toEqual([0, 0]);
    expect(relative[0]?.x.domain).toEqual([0, 3000]);
    expect(overlayCharts([short, long], ["reward"], { ...plain, x: "time" })[0]?.x.domain).toEqual([5000, 63_000]);
  });

  test("are not available over time when a job has no times", () => {
    expect(hasAllTimes([short, long])).toBe(true);
    expect(hasAllTimes([short, job("c", [{ loss: 1 }], null)])).toBe(false);
    expect(hasAllTimes([short, job("c", [], null)])).toBe(true);
    expect(hasAllTimes([])).toBe(false);
  });

  test("convert to a table with a row for each position and a column for each job", () => {
    const [chart] = overlayCharts([short, long], ["reward"], plain);
    if (!chart) throw new Error("no chart");
    const figures = lineFigures(chart.lines, [short, long], "step");
    expect(figures.head).toEqual(["step", "agent a", "agent b"]);
    expect(figures.rows).toEqual([
      [1, 0.5, 0.25],
      [2, null, 0.75],
      [3, null, 0.6],
    ]);
  });
});

describe("values of jobs", () => {
  test("contain the last, and the best with its step where one direction is better", () => {
    const [reward, loss] = valueRows([short, long], ["reward", "loss"]);
    expect(reward?.cells.map((cell) => [cell?.last, cell?.best, cell?.isAhead])).toEqual([
      [0.5, { value: 0.5, step: 1 }, false],
      [0.6, { value: 0.75, step: 2 }, true],
    ]);
    expect(loss?.cells).toEqual([{ last: 3, low: 1, high: 3, best: null, isAhead: false }, null]);
  });

  test("have no leader when two are equal, or one is alone", () => {
    const rows = (jobs: readonly OverlayJob[]) => valueRows(jobs, ["reward"])[0]?.cells.map((cell) => cell?.isAhead);
    expect(rows([job("a", [{ reward: 1 }]), job("b", [{ reward: 1 }])])).toEqual([false, false]);
    expect(rows([job("a", [{ reward: 0.1 + 0.2 }]), job("b", [{ reward: 0.3 }])])).toEqual([false, false]);
    expect(rows([job("a", [{ reward: 1 }])])).toEqual([false]);
  });
});
