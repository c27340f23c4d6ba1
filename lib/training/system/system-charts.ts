import type { RunSeries } from "@/lib/api/contract/training-runs/run-series";
import type { ChartTable } from "@/lib/chart/chart-table";
import { type Axis, countAxis, linearAxis } from "@/lib/chart/ticks";
import { formatBytes } from "@/lib/format/bytes";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import {
  type DrawnRun,
  type SeriesChart,
  type SeriesChoices,
  seriesChart,
  visibleValues,
} from "@/lib/training/series/series-chart";
import { SYSTEM_ROW_IDS, SYSTEM_ROWS, type SystemRow, type SystemSource } from "./system-names";

/** A run with what it says about its machine. */
export interface SystemRun {
  readonly run: DrawnRun;
  readonly sources: readonly SystemSource[];
  /** Those that are loaded, by key. */
  readonly series: ReadonlyMap<string, RunSeries>;
}

/** A row of the band. */
export interface SystemChart extends SystemRow {
  readonly chart: SeriesChart;
}

type Values = readonly (number | null)[];

/** Returns the sum of series times a factor; unknown where one of them is. Null until all of them are loaded. */
function combined({ keys, factor, row }: SystemSource, loaded: ReadonlyMap<string, RunSeries>): RunSeries | null {
  const all = keys.flatMap((key) => loaded.get(key) ?? []);
  const [first] = all;
  if (first === undefined || all.length < keys.length) return null;
  const places = all.map(({ x }) => new Map(x.map((at, index) => [at, index])));
  const sumAt = (x: number, of: (series: RunSeries) => Values | null | undefined): number | null => {
    const values = all.map((series, index) => of(series)?.[places[index]?.get(x) ?? -1] ?? null);
    return values.includes(null) ? null : factor * values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  };
  const drawn = (of: (series: RunSeries) => Values | null | undefined) =>
    all.every((series) => of(series) != null) ? first.x.map((x) => sumAt(x, of)) : null;
  return {
    ...{ key: row, x: first.x, last: first.x.map((x) => sumAt(x, ({ last }) => last)) },
    smooth: drawn(({ smooth }) => smooth),
    // The extremes of several GPUs need not be at the same time.
    low: all.length > 1 ? null : drawn(({ low }) => low),
    high: all.length > 1 ? null : drawn(({ high }) => high),
  };
}

const BYTE_UNITS = [
  [1e9, "GB"],
  [1e6, "MB"],
  [1, "B"],
] as const;

const MAX_STEPS = 2;
const WHOLE = 100;

const percent = (value: number) => `${Math.round(value)}%`;

function bytesAxis(largest: number): Axis {
  const [size, unit] = BYTE_UNITS.find(([bytes]) => largest >= bytes) ?? [1, "B"];
  const { domain, ticks } = linearAxis(largest / size, (value) => `${value} ${unit}`, 0, MAX_STEPS);
  return {
    domain: [domain[0] * size, domain[1] * size],
    ticks: ticks.map(({ value, label }) => ({ value: value * size, label })),
  };
}

/** Every axis begins at zero: these are amounts. */
function axisOf(unit: SystemRow["unit"], largest: number): Axis {
  if (unit === "bytes") return bytesAxis(largest);
  return unit === "percent" ? linearAxis(largest, percent, WHOLE, MAX_STEPS) : countAxis(largest, MAX_STEPS);
}

const FORMATS: Readonly<Record<SystemRow["unit"], (value: number) => string>> = {
  percent,
  bytes: formatBytes,
  count: (value) => formatMetric("tokens_per_second", value),
};

/** The line of a run that does not say it. */
const withoutValues = (run: DrawnRun): SeriesChart["lines"][number] => ({
  ...run,
  ...{ xs: [], line: [], raw: null, low: null, high: null, bandLow: null, bandHigh: null },
});

/** Returns a chart for each row of which a run has values, with a line of each run: without values where it has none. */
export function systemCharts(
  runs: readonly SystemRun[],
  choices: Pick<SeriesChoices, "x" | "range">,
): readonly SystemChart[] {
  return SYSTEM_ROW_IDS.flatMap((id): SystemChart[] => {
    const row: SystemRow = SYSTEM_ROWS[id];
    const known = runs.flatMap(({ run, sources, series }) => {
      const source = sources.find((one) => one.row === id);
      const own = source === undefined ? null : combined(source, series);
      return own === null ? [] : [{ run, series: own }];
    });
    const chart = seriesChart(id, known, { ...choices, isLog: false, isClipped: false });
    if (chart === null) return [];
    const values = visibleValues(chart.lines, choices.range);
    const lines = runs.map(({ run }) => chart.lines.find((line) => line.id === run.id) ?? withoutValues(run));
    const y = axisOf(
      row.unit,
      values.reduce((most, value) => Math.max(most, value), 0),
    );
    const shown = {
      ...chart,
      lines,
      title: row.label,
      isName: false,
      y,
      format: FORMATS[row.unit],
      clipped: [],
      isBounded: false,
    };
    return [{ ...row, chart: shown }];
  });
}

/** Returns the last value of each stretch in all rows, as a table. */
export function systemTable(charts: readonly SystemChart[], xLabel: string): ChartTable {
  const columns = charts.flatMap(({ label, note, unit, chart }) =>
    chart.lines
      .filter(({ xs }) => xs.length > 0)
      .map((line) => ({
        head: [chart.lines.length > 1 ? line.label : "", label, note, unit === "count" ? "" : unit]
          .filter(Boolean)
          .join(", "),
        values: new Map(line.xs.map((x, at) => [x, (line.raw ?? line.line)[at] ?? null])),
      })),
  );
  return {
    head: [xLabel, ...columns.map(({ head }) => head)],
    get rows() {
      const xs = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].sort((left, right) => left - right);
      return xs.map((x) => [x, ...columns.map(({ values }) => values.get(x) ?? null)]);
    },
  };
}
