import { expect, it } from "vitest";
import type { RunSeries } from "@/lib/api/contract/training-runs/run-series";
import { type SystemRun, systemCharts, systemTable } from "./system-charts";
import { systemSources } from "./system-names";

type Values = readonly (number | null)[];

const seriesOf = (key: string, values: Values, x: readonly number[]): RunSeries => ({
  ...{ key, x: [...x], last: [...values], smooth: [...values], low: [...values], high: [...values] },
});

/** A run with these metrics at iterations from 1, or at those that are given. */
function runOf(id: string, metrics: Readonly<Record<string, Values>>, x: readonly number[] = [1, 2, 3]): SystemRun {
  const series = Object.entries(metrics).map(([name, values]) => seriesOf(`metric:${name}`, values, x));
  const directory = series.map(({ key }) => ({ key, count: 1, last: 1 }));
  return {
    run: { id, label: id, color: "red" },
    sources: systemSources([directory])[0] ?? [],
    series: new Map(series.map((one) => [one.key, one])),
  };
}

const CHOICES = { x: "step", range: [1, 3] } as const;
const chartsOf = (...runs: readonly SystemRun[]) =>
  new Map(systemCharts(runs, CHOICES).map(({ label, chart }) => [label, chart]));

it("begins each row at zero, with round ends in the unit of its values", () => {
  const charts = chartsOf(
    runOf("a", {
      "system/gpu_percent": [71, 80, 76],
      "system/gpu_memory_bytes": [60e9, 68e9, 64e9],
      "system/cpu_percent": [180, 240, 210],
      "system/memory_bytes": [3e8, 4e8, 4.2e8],
      tokens_per_second: [7000, 8000, 7900],
    }),
  );
  const ends = [...charts].map(([label, { y, lines, format }]) => [
    ...[label, y.domain[0], y.ticks.at(-1)?.label],
    format(lines[0]?.line.at(-1) ?? 0),
  ]);
  expect(ends).toEqual([
    ["GPU use", 0, "100%", "76%"],
    ["GPU memory", 0, "100 GB", "64.00 GB"],
    ["Processor", 0, "400%", "210%"],
    ["Memory", 0, "500 MB", "420.0 MB"],
    ["Tokens per second", 0, "10k", "7,900"],
  ]);
});

it("means the use of several GPUs and sums up their memory, unknown where one of them is", () => {
  const charts = chartsOf(
    runOf("a", {
      "system.gpu.0.gpu": [80, null, 60],
      "system.gpu.1.gpu": [40, 20, 100],
      "system.gpu.0.memoryAllocatedBytes": [1e9, 2e9, 3e9],
      "system.gpu.1.memoryAllocatedBytes": [1e9, 1e9, 1e9],
    }),
  );
  expect(charts.get("GPU use")?.lines[0]?.line).toEqual([60, null, 80]);
  // The highest of one is not at the time of the highest of the other.
  expect(charts.get("GPU use")?.lines[0]?.high).toBeNull();
  expect(charts.get("GPU memory")?.lines[0]?.line).toEqual([2e9, 3e9, 4e9]);
});

it("has no row that no run knows, and an empty line, not zero, for a run that does not know it", () => {
  const charts = chartsOf(runOf("a", { "system/cpu_percent": [50, 60, 70] }), runOf("b", {}));
  expect([...charts.keys()]).toEqual(["Processor"]);
  expect(charts.get("Processor")?.lines.map(({ id, line }) => [id, line])).toEqual([
    ["a", [50, 60, 70]],
    ["b", []],
  ]);
  expect(systemCharts([runOf("b", { loss: [1, 2, 3] })], CHOICES)).toEqual([]);
});

it("waits for all GPUs of a row", () => {
  const { series, ...run } = runOf("a", { "system.gpu.0.gpu": [80, 80, 60], "system.gpu.1.gpu": [40, 20, 100] });
  const [first] = series;
  expect(systemCharts([{ ...run, series: new Map(first ? [first] : []) }], CHOICES)).toEqual([]);
});

it("lists the values of all rows and runs by iteration, also of runs with other iterations", () => {
  const table = systemTable(
    systemCharts(
      [
        runOf("a", { "system/cpu_percent": [50, 60, 70], "system/memory_bytes": [1e9, 1e9, 2e9] }),
        runOf("b", { "system/cpu_percent": [10, 20] }, [2, 4]),
      ],
      { x: "step", range: [1, 4] },
    ),
    "iteration",
  );
  expect(table.head).toEqual([
    "iteration",
    "a, Processor, 100% is one core, percent",
    "b, Processor, 100% is one core, percent",
    "a, Memory, of the process, bytes",
  ]);
  expect(table.rows).toEqual([
    [1, 50, null, 1e9],
    [2, 60, 10, 1e9],
    [3, 70, null, 2e9],
    [4, null, 20, null],
  ]);
});
