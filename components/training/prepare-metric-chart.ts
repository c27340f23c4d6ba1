import { type Axis, timeTicks } from "@/components/chart/prepare-ticks";
import { formatDuration } from "@/lib/format/duration";
import { metricTick } from "./format-metric";
import type { MetricTable } from "./metric-table";
import { type PixelPoint, pixelPoints } from "./prepare-pixels";
import { smooth } from "./prepare-smoothing";
import { logAxis, roundTicks, valueAxis } from "./prepare-value-axis";

/** What the charts of a page are drawn over: gradient steps, the clock, or the time since the first value. */
export const xModes = ["step", "time", "relative"] as const;

export type XMode = (typeof xModes)[number];

export interface ChartChoices {
  readonly x: XMode;
  /** Weight of what came before, 0 to 0.99. */
  readonly ema: number;
  readonly isLog: boolean;
  /** Part of x that is drawn; null for all of it. */
  readonly zoom: readonly [number, number] | null;
}

/** A chart as it is drawn, with the whole data that the crosshair reads. */
export interface MetricChartModel {
  readonly path: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly raw: readonly PixelPoint[];
  /** The same as `raw` where nothing is smoothed. */
  readonly smoothed: readonly PixelPoint[];
  /** More than one value stands in a pixel: lowest and highest are drawn as a band. */
  readonly isBucketed: boolean;
  readonly xs: readonly number[];
  readonly values: readonly number[];
  readonly smoothValues: readonly number[];
  /** Values that a log scale cannot show. */
  readonly hiddenCount: number;
}

/** Points of a line; a chart is rarely wider in pixels. */
const PIXELS = 600;

/** Ends of x over all series, so that all charts of a page stand on the same axis. */
export function wholeRange(table: MetricTable, x: XMode): readonly [number, number] {
  const list = x === "step" ? table.steps : table.timesMs;
  const [first, last] = [list[0] ?? 0, list.at(-1) ?? 1];
  const from = x === "relative" ? 0 : first;
  const to = x === "relative" ? last - first : last;
  return to > from ? [from, to] : [from - 0.5, from + 0.5];
}

/** The chart of a path of a job's events; null while nothing carries it. */
export function metricChart(table: MetricTable, path: string, choices: ChartChoices): MetricChartModel | null {
  const series = table.seriesOf(path);
  if (!series) return null;
  const source = choices.x === "step" ? table.steps : table.timesMs;
  const offset = choices.x === "relative" ? (source[0] ?? 0) : 0;
  const xs = series.rows.map((row) => (source[row] ?? 0) - offset);
  return lineChart({ path, xs, values: series.values }, choices, wholeRange(table, choices.x));
}

/** @param line with rising `xs` */
export function lineChart(
  { path, xs, values }: Pick<MetricChartModel, "path" | "xs" | "values">,
  choices: ChartChoices,
  whole: readonly [number, number],
): MetricChartModel {
  const smoothValues = smooth(values, choices.ema);
  const range = choices.zoom ?? whole;
  const drawable = (all: readonly number[]) =>
    choices.isLog ? all.map((value) => (value > 0 ? value : Number.NaN)) : all;
  const raw = pixelPoints(xs, drawable(values), range, PIXELS);
  const smoothed = smoothValues === values ? raw : pixelPoints(xs, drawable(smoothValues), range, PIXELS);
  const [low, high] = bounds(raw);
  return {
    path,
    x: xAxis(choices.x, range),
    y: choices.isLog ? logAxis(low, high, metricTick) : valueAxis(low, high, metricTick),
    raw,
    smoothed,
    isBucketed: raw.some((point) => point.low !== point.high),
    xs,
    values,
    smoothValues,
    hiddenCount: choices.isLog ? values.filter((value) => value <= 0).length : 0,
  };
}

function bounds(points: readonly PixelPoint[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of points) {
    low = Math.min(low, point.low);
    high = Math.max(high, point.high);
  }
  return [low, high];
}

function xAxis(x: XMode, domain: readonly [number, number]): Axis {
  if (x === "time") return { domain, ticks: timeTicks(...domain, 5) };
  if (x === "relative") return { domain, ticks: roundTicks(...domain, formatDuration) };
  return { domain, ticks: roundTicks(...domain, (value) => String(value), 1) };
}
