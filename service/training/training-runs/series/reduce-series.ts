import type { SeriesSmoothing } from "@/lib/api/contract/training-runs/run-series";
import { gapDistance } from "@/lib/training/metrics/missing-values";
import { smooth } from "@/lib/training/metrics/smoothing";

/** A series with a value, or NaN, at each x. */
export interface SeriesColumn {
  /** Never descending; NaN where it is not known. */
  readonly xs: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly bandLow?: ArrayLike<number> | null;
  readonly bandHigh?: ArrayLike<number> | null;
}

export interface ReducedRange {
  readonly from: number;
  readonly to: number;
  /** The most stretches of x; a series with at most so many values is not reduced. */
  readonly points: number;
  readonly smoothing?: SeriesSmoothing | null;
  /** Where the last value is missing, such as NaN; it is a gap at the end. */
  readonly broken?: number | null;
}

/** One array a member, all of the same length; null is a gap. */
export interface ReducedSeries {
  readonly x: number[];
  readonly last: (number | null)[];
  readonly low: (number | null)[] | null;
  readonly high: (number | null)[] | null;
  readonly smooth: (number | null)[] | null;
  readonly bandLow: (number | null)[] | null;
  readonly bandHigh: (number | null)[] | null;
}

/** Returns the rows with a value and an x. */
function knownRows({ xs, values }: SeriesColumn): number[] {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row += 1)
    if (Number.isFinite(values[row]) && Number.isFinite(xs[row])) rows.push(row);
  return rows;
}

/** The mean of up to `size` values around each, of those that are known. */
function windowMeans(values: readonly number[], size: number): number[] {
  const half = Math.floor(size / 2);
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return values.map((_, index) => {
    const [from, to] = [Math.max(0, index - half), Math.min(values.length, index + half + 1)];
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  });
}

function smoothed(values: readonly number[], smoothing: SeriesSmoothing | null | undefined): ArrayLike<number> | null {
  if (!smoothing) return null;
  if (smoothing.kind === "ema") return smoothing.weight === 0 ? null : smooth(values, smoothing.weight);
  return smoothing.size <= 1 ? null : windowMeans(values, smoothing.size);
}

/** Returns the known rows that are drawn: those inside the range, and one beyond each end. */
function shownPlaces(xs: ArrayLike<number>, rows: readonly number[], from: number, to: number): [number, number] {
  const begin = rows.findIndex((row) => (xs[row] ?? 0) >= from);
  const last = rows.findLastIndex((row) => (xs[row] ?? 0) <= to);
  if (begin < 0) return [Math.max(0, rows.length - 1), rows.length];
  return [Math.max(0, begin - 1), Math.min(rows.length, last + 2)];
}

/**
 * Reduces a series to what a chart of a width can show: the range of x is cut into equal stretches, and each with a value
 * has its lowest, its highest and its last one, so that no extreme is lost. The first value is a point of its own. Where
 * values are missing for longer than usual, the line has a gap.
 */
export function reduceSeries(
  column: SeriesColumn,
  { from, to, points, smoothing, broken }: ReducedRange,
): ReducedSeries {
  const { xs, values } = column;
  const rows = knownRows(column);
  const gap = gapDistance(rows);
  const lines = smoothed(
    rows.map((row) => values[row] ?? Number.NaN),
    smoothing,
  );
  const [begin, end] = shownPlaces(xs, rows, from, to);
  const width = (to - from) / points;
  const isReduced = end - begin > points && width > 0;
  const out = new ReducedColumns(isReduced, lines !== null, column.bandLow != null);
  let bucket = Number.NaN;
  for (let place = begin; place < end; place += 1) {
    const row = rows[place] ?? 0;
    const x = xs[row] ?? 0;
    const own = isReduced ? Math.min(points, Math.floor((x - from) / width)) : place;
    const before = rows[place - 1];
    const isMissing = place > begin && before !== undefined && row - before > gap;
    // A gap within one stretch is narrower than a pixel.
    const isGap = isMissing && (!isReduced || x - (xs[before] ?? x) > width);
    if (isGap) out.gap((x + (xs[before] ?? x)) / 2);
    const point = {
      ...{ x, value: values[row] ?? 0, smooth: lines?.[place] ?? null },
      bandLow: column.bandLow?.[row] ?? null,
      bandHigh: column.bandHigh?.[row] ?? null,
    };
    if (own === bucket && !isGap && place > begin + 1) out.merge(point);
    else out.push(point);
    bucket = own;
  }
  if (broken != null && broken >= from && broken <= to && end === rows.length) out.gap(broken);
  return out.columns;
}

interface Point {
  readonly x: number;
  readonly value: number;
  readonly smooth: number | null;
  readonly bandLow: number | null;
  readonly bandHigh: number | null;
}

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);

/** The columns of a series that grow together. */
class ReducedColumns {
  readonly columns: ReducedSeries;

  constructor(isReduced: boolean, isSmoothed: boolean, hasBand: boolean) {
    const column = (is: boolean): (number | null)[] | null => (is ? [] : null);
    this.columns = {
      ...{ x: [], last: [], low: column(isReduced), high: column(isReduced), smooth: column(isSmoothed) },
      ...{ bandLow: column(hasBand), bandHigh: column(hasBand) },
    };
  }

  gap(x: number): void {
    const { x: xs, ...others } = this.columns;
    xs.push(x);
    for (const column of Object.values(others)) column?.push(null);
  }

  push({ x, value, ...point }: Point): void {
    const { columns } = this;
    columns.x.push(x);
    columns.last.push(value);
    columns.low?.push(value);
    columns.high?.push(value);
    columns.smooth?.push(finite(point.smooth));
    columns.bandLow?.push(finite(point.bandLow));
    columns.bandHigh?.push(finite(point.bandHigh));
  }

  /** Adds a value to the last stretch. */
  merge({ x, value, ...point }: Point): void {
    const { columns } = this;
    const at = columns.x.length - 1;
    columns.x[at] = x;
    columns.last[at] = value;
    if (columns.low) columns.low[at] = Math.min(columns.low[at] ?? value, value);
    if (columns.high) columns.high[at] = Math.max(columns.high[at] ?? value, value);
    if (columns.smooth) columns.smooth[at] = finite(point.smooth);
    if (columns.bandLow) columns.bandLow[at] = finite(point.bandLow);
    if (columns.bandHigh) columns.bandHigh[at] = finite(point.bandHigh);
  }
}
