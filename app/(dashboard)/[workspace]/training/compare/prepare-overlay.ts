import type { Axis } from "@/lib/chart/ticks";
import type { DyedLine } from "@/lib/training/metrics/metric-chart";
import {
  axesOf,
  type ChartChoices,
  extentOf,
  metricLine,
  rangeAround,
  type XMode,
} from "@/lib/training/metrics/metric-chart";
import { orderPaths } from "@/lib/training/metrics/metric-hints";
import type { MetricTable } from "@/lib/training/metrics/metric-table";

/** A job as a line of each chart. */
export interface OverlayJob {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly table: MetricTable;
}

/** A metric of several jobs, overlaid. */
export interface OverlayChart {
  readonly path: string;
  readonly x: Axis;
  readonly y: Axis;
  /** One per job that logs it. */
  readonly lines: readonly DyedLine[];
}

/** True when all jobs can be drawn over time. */
export function hasAllTimes(jobs: readonly OverlayJob[]): boolean {
  const drawn = jobs.filter(({ table }) => table.series.length > 0);
  return drawn.length > 0 && drawn.every(({ table }) => table.hasTimes);
}

/** Returns every path that one of the jobs logs, pinned ones first. */
export function overlayPaths(jobs: readonly OverlayJob[], pinned: readonly string[]): readonly string[] {
  const paths = new Set(jobs.flatMap(({ table }) => table.series.map(({ path }) => path)));
  return orderPaths([...paths], pinned);
}

/** Returns a chart for each path; all share one x axis, from the first value of any job to the last of any. */
export function overlayCharts(
  jobs: readonly OverlayJob[],
  paths: readonly string[],
  choices: ChartChoices,
): readonly OverlayChart[] {
  const range = choices.zoom ?? fullRange(jobs, choices.x);
  return paths.map((path) => {
    const lines = jobs.flatMap(({ id, color, table }) => {
      const line = metricLine(table, path, choices, range);
      return line ? [{ key: id, color, line }] : [];
    });
    const drawn = lines.map(({ line }) => line);
    return { path, lines, ...axesOf(drawn, choices, range) };
  });
}

function fullRange(jobs: readonly OverlayJob[], x: XMode): readonly [number, number] {
  const extents = jobs.flatMap(({ table }) => {
    const extent = extentOf(table, x);
    return extent ? [extent] : [];
  });
  if (extents.length === 0) return [0, 1];
  return rangeAround([Math.min(...extents.map(([from]) => from)), Math.max(...extents.map(([, to]) => to))]);
}
