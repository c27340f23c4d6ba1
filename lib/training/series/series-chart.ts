import type { RunSeries, SeriesAxis } from "@/lib/api/contract/training-runs/run-series";
import { type Axis, axisCount, logAxis, logTicks, roundTicks, stepTicks } from "@/lib/chart/ticks";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatMetric, metricTick } from "@/lib/training/metrics/format-metric";
import { meaningOf, metricName } from "@/lib/training/metrics/metric-order";
import { valueAxis } from "@/lib/training/metrics/value-axis";

type Values = readonly (number | null)[];

/** A run whose series are drawn. */
export interface DrawnRun {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  /** Of a run among several. */
  readonly letter?: string;
}

/** The line of one run; null is a gap. */
export interface SeriesLine extends DrawnRun {
  readonly xs: readonly number[];
  /** The smoothed values, or the last of each stretch. */
  readonly line: Values;
  /** The values behind a smoothed line; null where the line has them itself. */
  readonly raw: Values | null;
  readonly low: Values | null;
  readonly high: Values | null;
  readonly bandLow: Values | null;
  readonly bandHigh: Values | null;
}

/** A value beyond the axis. */
interface ClippedValue {
  readonly x: number;
  readonly value: number;
  readonly isAbove: boolean;
  readonly color: string;
}

/** A chart of one metric of one or more runs. */
export interface SeriesChart {
  readonly key: string;
  readonly title: string;
  /** True if the title is a name that a program chose. */
  readonly isName: boolean;
  readonly lines: readonly SeriesLine[];
  readonly axis: SeriesAxis;
  readonly x: Axis;
  readonly y: Axis;
  readonly format: (value: number) => string;
  readonly clipped: readonly ClippedValue[];
  /** True where the ends of y were typed. */
  readonly isBounded: boolean;
  /** Points that a log scale cannot show. */
  readonly hiddenCount: number;
  /** Where values are missing within the range, such as NaN: the middle of each gap. */
  readonly gaps: readonly number[];
}

export interface SeriesChoices {
  readonly x: SeriesAxis;
  readonly isLog: boolean;
  /** Cuts the axis at the 1st and 99th percentile. */
  readonly isClipped: boolean;
  readonly range: readonly [from: number, to: number];
  /** Typed ends of the axis of values; null for that of the values. */
  readonly bounds?: readonly [low: number | null, high: number | null];
}

const CLIP_SHARE = 0.01;
/** An axis that clipping makes little shorter is not clipped. */
const MIN_CLIP_GAIN = 1.5;
const MIN_CLIP_VALUES = 20;
const MAX_LOG_TICKS = 5;
const MS_PER_SECOND = 1000;
const SHARES = new Set(["figure:signal", "figure:errors"]);

const FIGURE_TITLES: Readonly<Record<string, string>> = {
  "figure:tokens": "Tokens of an iteration",
  "figure:cost": "Cost of an iteration",
  "figure:errors": "Failed rollouts",
};

/** Returns the title of a series: its meaning, or the name that its program gave it. */
export function seriesTitle(key: string): { readonly title: string; readonly isName: boolean } {
  const meaning = FIGURE_TITLES[key] ?? meaningOf(metricName(key));
  return meaning === null ? { title: metricName(key), isName: true } : { title: meaning, isName: false };
}

/** Returns the name of a series as its program wrote it; figures of the service have a title only. */
export const seriesName = (key: string): string =>
  key.startsWith("figure:") ? seriesTitle(key).title : metricName(key);

/** Returns titles of series that are side by side: of several with one meaning, only the first is named by it. */
export function seriesTitles(keys: readonly string[]): ReadonlyMap<string, ReturnType<typeof seriesTitle>> {
  const taken = new Set<string>();
  return new Map(
    keys.map((key) => {
      const own = seriesTitle(key);
      const isTaken = taken.has(own.title);
      taken.add(own.title);
      return [key, isTaken ? { title: seriesName(key), isName: true } : own];
    }),
  );
}

const percent = (value: number) => `${Math.round(value * 100)}%`;

/** Returns how a value of a series is written. */
export function seriesFormat(key: string): (value: number) => string {
  return SHARES.has(key) ? percent : (value) => formatMetric(metricName(key), value);
}

const positive = (values: Values | null, isLog: boolean): Values | null =>
  values && isLog ? values.map((value) => (value !== null && value > 0 ? value : null)) : values;

function lineOf(run: DrawnRun, series: RunSeries, isLog: boolean): SeriesLine {
  const drawn = (values: Values | null | undefined) => positive(values ?? null, isLog);
  const last = drawn(series.last) ?? [];
  const smooth = drawn(series.smooth);
  return {
    ...run,
    xs: series.x,
    line: smooth ?? last,
    raw: smooth === null ? null : last,
    low: drawn(series.low),
    high: drawn(series.high),
    bandLow: isLog ? null : (series.band_low ?? null),
    bandHigh: isLog ? null : (series.band_high ?? null),
  };
}

/** Returns all values of the lines that are inside the range. */
export function visibleValues(lines: readonly SeriesLine[], [from, to]: SeriesChoices["range"]): number[] {
  return lines.flatMap(({ xs, line, raw, low, high }) =>
    xs.flatMap((x, at) => {
      if (x < from || x > to) return [];
      return [line, raw, low, high].flatMap((values) => values?.[at] ?? []);
    }),
  );
}

/** Returns the ends of the axis: of all values, or without the outermost hundredth on either side where that helps. */
export function valueRange(values: readonly number[], isClipped: boolean): readonly [low: number, high: number] {
  const sorted = values.toSorted((left, right) => left - right);
  const [low = 0, high = 1] = [sorted[0], sorted.at(-1)];
  if (!isClipped || sorted.length < MIN_CLIP_VALUES) return [low, high];
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? low;
  const [first, last] = [at(CLIP_SHARE), at(1 - CLIP_SHARE)];
  const isWorth = last > first && (high - low) / (last - first) >= MIN_CLIP_GAIN;
  return isWorth ? [first, last] : [low, high];
}

function clippedValues(lines: readonly SeriesLine[], choices: SeriesChoices, { domain }: Axis): ClippedValue[] {
  const [from, to] = choices.range;
  return lines.flatMap(({ xs, line, raw, low, high, color }) =>
    xs.flatMap((x, at): ClippedValue[] => {
      const most = high?.[at] ?? raw?.[at] ?? line[at] ?? null;
      const least = low?.[at] ?? raw?.[at] ?? line[at] ?? null;
      if (x < from || x > to) return [];
      if (most !== null && most > domain[1]) return [{ x, value: most, isAbove: true, color }];
      if (least !== null && least < domain[0]) return [{ x, value: least, isAbove: false, color }];
      return [];
    }),
  );
}

/**
 * Returns the typed ends of the axis, open ones from the values; null without any, and where no value is between them: a page
 * has charts of other quantities too.
 */
function typedRange(
  values: readonly number[],
  [low, high]: readonly [low: number, high: number],
  { bounds: [typedLow, typedHigh] = [null, null], isLog }: SeriesChoices,
): readonly [low: number, high: number] | null {
  if (typedLow === null && typedHigh === null) return null;
  const from = isLog && typedLow !== null && typedLow <= 0 ? low : (typedLow ?? low);
  const to = typedHigh ?? high;
  return to > from && values.some((value) => value >= from && value <= to) ? [from, to] : null;
}

/** Returns the axis between typed ends. */
function typedAxis([from, to]: readonly [number, number], isLog: boolean, tick: (value: number) => string): Axis {
  const ticks = isLog ? logTicks(from, to, tick, MAX_LOG_TICKS) : roundTicks(from, to, tick);
  return { domain: [from, to], ticks };
}

/** Of many values beyond typed ends, the most extreme of each line. */
function extremesOf(clipped: readonly ClippedValue[]): ClippedValue[] {
  const found = new Map<string, ClippedValue>();
  for (const one of clipped) {
    const key = `${one.color} ${one.isAbove}`;
    const known = found.get(key);
    if (known === undefined || (one.isAbove ? one.value > known.value : one.value < known.value)) found.set(key, one);
  }
  return [...found.values()];
}

/** Returns the middle of each gap between values of the series, in the range. */
function gapsOf(series: readonly RunSeries[], [from, to]: SeriesChoices["range"]): number[] {
  const gaps = series.flatMap(({ x, last }) => x.filter((at, index) => last[index] === null && at >= from && at <= to));
  return [...new Set(gaps)].sort((left, right) => left - right);
}

/** Returns the axis of x: iterations, tokens, or seconds as durations. */
function axisOfX(x: SeriesAxis, [from, to]: SeriesChoices["range"]): Axis {
  const domain = to > from ? ([from, to] as const) : ([from - 0.5, from + 0.5] as const);
  if (x === "tokens") return { domain, ticks: roundTicks(...domain, axisCount) };
  if (x === "time") return { domain, ticks: roundTicks(...domain, (value) => formatDuration(value * MS_PER_SECOND)) };
  return { domain, ticks: stepTicks(...domain, formatCount) };
}

/** Returns a position on the axis of x as text: `step 22`, `1.2M tokens`, `after 3 m 10 s`. */
export function positionText(x: SeriesAxis, at: number): string {
  if (x === "tokens") return `${axisCount(Math.round(at))} tokens`;
  return x === "time" ? `after ${formatDuration(at * MS_PER_SECOND)}` : `step ${formatCount(Math.round(at))}`;
}

/**
 * Returns the chart of a metric; null if no run has a value in it.
 *
 * @param series of each run that has the metric
 */
export function seriesChart(
  key: string,
  series: readonly { readonly run: DrawnRun; readonly series: RunSeries }[],
  choices: SeriesChoices,
): SeriesChart | null {
  const lines = series.map(({ run, series: own }) => lineOf(run, own, choices.isLog));
  const values = visibleValues(lines, choices.range);
  const hiddenCount = choices.isLog
    ? series.reduce((sum, { series: own }) => sum + own.last.filter((value) => value !== null && value <= 0).length, 0)
    : 0;
  if (values.length === 0 && hiddenCount === 0) return null;
  const format = seriesFormat(key);
  const tick = SHARES.has(key) ? percent : metricTick;
  const [low, high] = valueRange(values, choices.isClipped);
  const typed = typedRange(values, [low, high], choices);
  const ownAxis = choices.isLog ? logAxis(low, high, tick) : valueAxis(low, high, tick);
  const y = typed === null ? ownAxis : typedAxis(typed, choices.isLog, tick);
  const clipped = choices.isLog && typed === null ? [] : clippedValues(lines, choices, y);
  return {
    ...{
      key,
      ...seriesTitle(key),
      lines,
      axis: choices.x,
      x: axisOfX(choices.x, choices.range),
      y,
      format,
      hiddenCount,
    },
    gaps: gapsOf(
      series.map((one) => one.series),
      choices.range,
    ),
    clipped: typed === null ? clipped : extremesOf(clipped),
    isBounded: typed !== null,
  };
}
