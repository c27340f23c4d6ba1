import type { RunSeries, RunSeriesPage, RunSeriesRead } from "@/lib/api/contract/training-runs/run-series";
import { SERIES_AXES } from "@/lib/api/contract/training-runs/run-series";
import { orderMetrics } from "@/lib/training/metrics/metric-order";
import type { NotFinite } from "@/service/training/training-runs/logged/not-finite";
import { reduceSeries } from "./reduce-series";
import { axisOf, type RunTable, type TableColumn } from "./run-table";

type Directory = RunSeriesPage["directory"];

/** What is known of a column: its number of values, and a sum that columns with the same values have. */
function factsOf({ values }: TableColumn) {
  let [count, sum, last, first, isConstant] = [0, 0, 0, Number.NaN, true];
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    if (count === 0) first = value;
    else if (value !== first) isConstant = false;
    count += 1;
    last = value;
    sum += value * (row + 1);
  }
  return { count, last, isConstant: isConstant && count > 1, print: `${count} ${last} ${sum}` };
}

/** Bytes are equal where all values are, NaN included. */
function isSame({ values: left }: TableColumn, { values: right }: TableColumn): boolean {
  for (let row = 0; row < left.length; row += 1) if (!Object.is(left[row], right[row])) return false;
  return true;
}

/** Returns all series of a run that have a value, in the order in which they are read. */
export function directoryOf(table: RunTable): Directory {
  const { first, sections } = orderMetrics(table.keys);
  const seen = new Map<string, { readonly key: string; readonly column: TableColumn }[]>();
  return [...first, ...sections.flatMap(({ keys }) => keys)].flatMap((key) => {
    const column = table.column(key);
    if (column === null) return [];
    const { count, last, isConstant, print } = factsOf(column);
    if (count === 0) return [];
    const alike = seen.get(print) ?? [];
    const same = isConstant ? undefined : alike.find((other) => isSame(other.column, column));
    seen.set(print, [...alike, { key, column }]);
    return [{ key, count, last, constant: isConstant ? last : null, same_as: same?.key ?? null }];
  });
}

/** The ends of an axis; empty without values. */
function extentOf(xs: ArrayLike<number>): number[] {
  const known = Array.from(xs).filter(Number.isFinite);
  return known.length === 0 ? [] : [known[0] ?? 0, known.at(-1) ?? 0];
}

/** Returns the x at which a series ended in a value that was not a number; null where it did not. */
function brokenAt(
  { iterations }: RunTable,
  key: string,
  { values }: TableColumn,
  xs: ArrayLike<number>,
  notFinite: NotFinite | null,
): number | null {
  if (notFinite === null || !notFinite.names.some((name) => key === `metric:${name}`)) return null;
  const row = iterations.indexOf(notFinite.iteration);
  const x = xs[row] ?? Number.NaN;
  return Number.isFinite(x) && row > values.findLastIndex(Number.isFinite) ? x : null;
}

type Wanted = Pick<RunSeriesRead, "keys" | "first" | "x" | "from" | "to" | "points" | "smoothing">;

/**
 * Returns the series of a run for the width and the range that are shown, and the directory of all of them.
 *
 * @param directory of the table
 * @param restarts iterations at which the run began again
 * @param notFinite metrics that were not numbers in the newest iteration with any
 */
export function readSeries(
  table: RunTable,
  directory: Directory,
  restarts: readonly number[],
  wanted: Wanted,
  notFinite: NotFinite | null = null,
): RunSeriesPage {
  const axis = axisOf(table, wanted.x);
  const x = axis === null ? "step" : wanted.x;
  const xs = axis ?? Float64Array.from(table.iterations);
  const extent = extentOf(xs);
  const range = {
    from: wanted.from ?? extent[0] ?? 0,
    to: wanted.to ?? extent[1] ?? 0,
    ...{ points: wanted.points, smoothing: wanted.smoothing ?? null },
  };
  const drawable = directory.filter(({ constant, same_as: same }) => constant === null && same === null);
  const keys = new Set([...wanted.keys, ...drawable.slice(0, wanted.first).map(({ key }) => key)]);
  return {
    iterations: table.iterations.length,
    axes: SERIES_AXES.filter((one) => axisOf(table, one) !== null),
    ...{ x, extent, directory },
    restarts: restarts.flatMap((iteration) => {
      const at = xs[table.iterations.indexOf(iteration)];
      return at === undefined || !Number.isFinite(at) ? [] : [at];
    }),
    series: [...keys].flatMap((key): RunSeries[] => {
      const column = table.column(key);
      if (column === null) return [];
      const broken = brokenAt(table, key, column, xs, notFinite);
      const { bandLow, bandHigh, ...reduced } = reduceSeries({ ...column, xs }, { ...range, broken });
      return [{ key, ...reduced, band_low: bandLow, band_high: bandHigh }];
    }),
  };
}
