import { formatMetric, metricTick } from "./format-metric";
import type { ChartChoices, MetricChartModel } from "./metric-chart";
import type { MetricTable } from "./metric-table";
import type { NotableStep } from "./notable-steps";
import { type PixelPoint, pixelPoints } from "./pixel-points";
import { valueAxis } from "./value-axis";

/** A level to compare a line with, such as a base, a target or a limit. */
export interface ChartRule {
  readonly value: number;
  readonly label: string;
  /** True if the line crossed the level. */
  readonly isCrossed: boolean;
  /** True if the name is at the right end, because the line begins at the level. */
  readonly isNamedAtEnd?: boolean;
}

/** A marked value. */
interface ChartMark {
  readonly x: number;
  readonly value: number;
  readonly label: string;
  /** True if the value is above the axis; it is then drawn at the top. */
  readonly isClipped: boolean;
}

/** Everything that is drawn besides a line. */
export interface ChartNotes {
  /** The lower and the upper edge of the spread around the line. */
  readonly band: readonly PixelPoint[];
  readonly rules: readonly ChartRule[];
  readonly marks: readonly ChartMark[];
  /** The best value, drawn with a ring and a name. */
  readonly named?: { readonly x: number; readonly value: number; readonly label: string } | null;
  /** The range of x that is selected. */
  readonly selected?: readonly [from: number, to: number] | null;
}

export const NO_NOTES: ChartNotes = { band: [], rules: [], marks: [] };

/** The data of a metric besides its values. */
export interface ChartContext {
  /** Path of the metric that contains the spread around this one. */
  readonly spreadPath: string | null;
  readonly rules: readonly ChartRule[];
  readonly notable: readonly NotableStep[];
}

/** A peak above this share of the other values' range is clipped, so that it does not flatten them. */
const MAX_PEAK_SHARE = 1.6;
/** A rule farther away than this share of the range is not drawn, since it would flatten the line. */
const MAX_RULE_SHARE = 3;
const BAND_PIXELS = 300;

/** Returns the mean minus and plus its spread, smoothed like the line; empty if a value has no spread. */
function spreadBand(
  chart: MetricChartModel,
  table: MetricTable,
  path: string | null,
  { ema }: ChartChoices,
): readonly PixelPoint[] {
  const spread = path === null ? undefined : table.seriesOf(path);
  if (!spread || spread.values.length !== chart.values.length) return [];
  const deviations = spread.smoothed(ema);
  const range = chart.x.domain;
  const pixels = { range, pixelCount: BAND_PIXELS, offset: chart.offset, isAfterGap: chart.isAfterGap };
  const edge = (sign: 1 | -1) =>
    pixelPoints(
      chart.xs,
      Float64Array.from(deviations, (deviation, index) => (chart.smoothValues[index] ?? Number.NaN) + sign * deviation),
      pixels,
    );
  const lows = edge(-1);
  return edge(1).flatMap(({ high, ...point }, index) => {
    const low = lows[index];
    return low === undefined || low.x !== point.x ? [] : [{ ...point, high, low: low.low }];
  });
}

const highestOf = (points: readonly PixelPoint[]) => points.reduce((most, { high }) => Math.max(most, high), -Infinity);
const lowestOf = (points: readonly PixelPoint[]) => points.reduce((least, { low }) => Math.min(least, low), Infinity);

/** Returns the top of the axis: below a peak that would flatten the other values. */
function topOf(raw: readonly PixelPoint[], low: number, notable: readonly NotableStep[]): number {
  const peaks = notable.map(({ peak }) => peak);
  const smallest = Math.min(...peaks);
  const rest = highestOf(raw.filter(({ high }) => high < smallest));
  const highest = highestOf(raw);
  const most = low + MAX_PEAK_SHARE * (rest - low);
  return Number.isFinite(rest) && rest > low && highest > most ? most : highest;
}

/** Adds spread, rules and marks to a chart, and extends the axis to fit them. */
export function notedChart(
  chart: MetricChartModel,
  table: MetricTable,
  choices: ChartChoices,
  context: ChartContext,
): MetricChartModel & { readonly notes: ChartNotes } {
  const { raw } = chart;
  const rows = choices.x === "step" ? table.steps : table.timesMs;
  const xOf = (row: number) => (rows[row] ?? 0) - chart.offset;
  const [from, to] = chart.x.domain;
  const notable = context.notable.filter(({ peakRow }) => xOf(peakRow) >= from && xOf(peakRow) <= to);
  const band = choices.isLog ? [] : spreadBand(chart, table, context.spreadPath, choices);
  const low = Math.min(lowestOf(raw), lowestOf(band));
  const top = Math.max(topOf(raw, low, notable), highestOf(band));
  const air = Math.max(top - low, Math.abs(top) * 0.1);
  const rules = context.rules.filter(
    ({ value }) =>
      (!choices.isLog || value > 0) && value >= low - MAX_RULE_SHARE * air && value <= top + MAX_RULE_SHARE * air,
  );
  const levels = rules.map(({ value }) => value);
  const y = choices.isLog ? chart.y : valueAxis(Math.min(low, ...levels), Math.max(top, ...levels), metricTick);
  const marks = notable.map(({ peakRow, peak, path }) => ({
    x: xOf(peakRow),
    value: peak,
    label: formatMetric(path, peak),
    isClipped: peak > y.domain[1],
  }));
  return { ...chart, y, notes: { band, rules, marks } };
}
