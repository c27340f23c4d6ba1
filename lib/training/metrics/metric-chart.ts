import { type Axis, logAxis, roundTicks, stepTicks, timeTicks } from "@/lib/chart/ticks";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { metricTick } from "./format-metric";
import type { MetricTable } from "./metric-table";
import { gapDistance } from "./missing-values";
import { type PixelPoint, pixelPoints } from "./pixel-points";
import { smooth } from "./smoothing";
import { valueAxis } from "./value-axis";

/** The x axis of a page's charts: gradient steps, clock time, or time since the first value. */
export const xModes = ["step", "time", "relative"] as const;

export type XMode = (typeof xModes)[number];

export interface ChartChoices {
  readonly x: XMode;
  /** Weight of earlier values, 0 to 0.99. */
  readonly ema: number;
  readonly isLog: boolean;
  /** The visible range of x; null for all of it. */
  readonly zoom: readonly [number, number] | null;
}

/** A line as it is drawn, with the full data that the crosshair reads. */
export interface MetricLine {
  readonly raw: readonly PixelPoint[];
  /** The same as `raw` without smoothing. */
  readonly smoothed: readonly PixelPoint[];
  /** True if a pixel merges several values: lowest and highest are drawn as a band. */
  readonly isBucketed: boolean;
  /** Ascending; drawn positions are smaller by `offset`. */
  readonly xs: ArrayLike<number>;
  readonly offset: number;
  readonly values: ArrayLike<number>;
  /** The same as `values` without smoothing. */
  readonly smoothValues: ArrayLike<number>;
  /** True for a value before which others are missing; absent where none is. */
  readonly isAfterGap?: ((index: number) => boolean) | undefined;
  /** Number of values that a log scale cannot show. */
  readonly hiddenCount: number;
}

/** A line with its color. */
export interface DyedLine {
  readonly key: string;
  readonly color: string;
  readonly line: MetricLine;
}

/** A chart with one line. */
export interface MetricChartModel extends MetricLine {
  readonly path: string;
  readonly x: Axis;
  readonly y: Axis;
}

/** Maximum points of a line; a chart is rarely wider in pixels. */
const PIXELS = 600;

/** The x value of each row, and the offset subtracted from it. */
function rowsOver(table: MetricTable, x: XMode): { readonly list: Float64Array; readonly offset: number } {
  const list = x === "step" ? table.steps : table.timesMs;
  return { list, offset: x === "relative" ? (list[0] ?? 0) : 0 };
}

/** Ends of x over all series, so that all charts of a page share one axis; null without values. */
export function extentOf(table: MetricTable, x: XMode): readonly [number, number] | null {
  const { list, offset } = rowsOver(table, x);
  const [first, last] = [list[0], list[list.length - 1]];
  return first === undefined || last === undefined ? null : [first - offset, last - offset];
}

/** The visible range; a single value is in its middle. */
export function rangeAround([from, to]: readonly [number, number]): readonly [number, number] {
  return to > from ? [from, to] : [from - 0.5, from + 0.5];
}

/** The line of a path over a range of x; null without values. */
export function metricLine(
  table: MetricTable,
  path: string,
  choices: ChartChoices,
  range: readonly [number, number],
): MetricLine | null {
  const series = table.seriesOf(path);
  if (!series) return null;
  const { list, offset } = rowsOver(table, choices.x);
  const { rows, values } = series;
  // Rows ascend: with as many values as table rows there is one per row, and no lookup is needed.
  const xs = rows.length === list.length ? list : Float64Array.from(rows, (row) => list[row] ?? 0);
  const isAfterGap = isWhole(rows, table.steps) ? undefined : gapsOf(rows, table.steps);
  const line = { xs, offset, values, smoothValues: series.smoothed(choices.ema), isAfterGap };
  return { ...drawnLine(line, choices.isLog, range), hiddenCount: choices.isLog ? series.notPositiveCount : 0 };
}

/** True where every step has a value, as in most series. */
function isWhole({ length }: Uint32Array, tableSteps: Float64Array): boolean {
  const spanned = (tableSteps[length - 1] ?? 0) - (tableSteps[0] ?? 0);
  return length === tableSteps.length && spanned === length - 1;
}

/** Steps without a value, such as those where it was NaN or unknown, are gaps also over time. */
function gapsOf(rows: Uint32Array, tableSteps: Float64Array): (index: number) => boolean {
  const steps = Float64Array.from(rows, (row) => tableSteps[row] ?? 0);
  const gap = gapDistance(steps);
  return (index) => index > 0 && (steps[index] ?? 0) - (steps[index - 1] ?? 0) > gap;
}

/** Returns the chart of a path of a job's events; null without values. */
export function metricChart(table: MetricTable, path: string, choices: ChartChoices): MetricChartModel | null {
  const range = choices.zoom ?? rangeAround(extentOf(table, choices.x) ?? [0, 1]);
  const line = metricLine(table, path, choices, range);
  return line && { path, ...line, ...axesOf([line], choices, range) };
}

/**
 * Returns the line of values that do not come from a job's events.
 *
 * @param points with ascending `xs`
 */
export function pointsLine(
  { xs, values }: Pick<MetricLine, "xs" | "values">,
  { ema, isLog }: ChartChoices,
  range: readonly [number, number],
): MetricLine {
  const hiddenCount = isLog ? Array.from(values).filter((value) => value <= 0).length : 0;
  return { ...drawnLine({ xs, offset: 0, values, smoothValues: smooth(values, ema) }, isLog, range), hiddenCount };
}

function drawnLine(
  line: Pick<MetricLine, "xs" | "offset" | "values" | "smoothValues" | "isAfterGap">,
  isLog: boolean,
  range: readonly [number, number],
): Omit<MetricLine, "hiddenCount"> {
  const pixels = { range, pixelCount: PIXELS, offset: line.offset, isLog, isAfterGap: line.isAfterGap };
  const raw = pixelPoints(line.xs, line.values, pixels);
  const smoothed = line.smoothValues === line.values ? raw : pixelPoints(line.xs, line.smoothValues, pixels);
  return { ...line, raw, smoothed, isBucketed: raw.some(({ low, high }) => low !== high) };
}

/** Returns the shared axes of these lines. */
export function axesOf(
  lines: readonly MetricLine[],
  { x, isLog }: ChartChoices,
  range: readonly [number, number],
): { readonly x: Axis; readonly y: Axis } {
  const [low, high] = bounds(lines.flatMap(({ raw }) => raw));
  return {
    x: xAxis(x, range),
    y: isLog ? logAxis(low, high, metricTick) : valueAxis(low, high, metricTick),
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
  return { domain, ticks: stepTicks(...domain, formatCount) };
}
