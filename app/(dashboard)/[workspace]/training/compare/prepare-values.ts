import { betterDirection } from "@/lib/training/metrics/metric-hints";
import { isSameValue } from "@/lib/training/metrics/value-axis";
import type { OverlayJob } from "./prepare-overlay";

/** The result of a job in a metric. */
export interface ValueCell {
  readonly last: number;
  readonly low: number;
  readonly high: number;
  /** The best value and its gradient step; null where neither direction is better. */
  readonly best: { readonly value: number; readonly step: number } | null;
  /** Its last value is better than those of all others. */
  readonly isAhead: boolean;
}

/** A metric with the result of each job; null where a job does not log it. */
export interface ValueRow {
  readonly path: string;
  readonly cells: readonly (ValueCell | null)[];
}

export function valueRows(jobs: readonly OverlayJob[], paths: readonly string[]): readonly ValueRow[] {
  return paths.map((path) => ({
    path,
    cells: markLeader(
      path,
      jobs.map((job) => valueCell(job, path)),
    ),
  }));
}

function valueCell({ table }: OverlayJob, path: string): ValueCell | null {
  const series = table.seriesOf(path);
  if (!series) return null;
  const { values, rows } = series;
  let [lowAt, highAt, lastAt] = [-1, -1, -1];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    lastAt = index;
    if (lowAt < 0 || value < (values[lowAt] ?? 0)) lowAt = index;
    if (highAt < 0 || value > (values[highAt] ?? 0)) highAt = index;
  }
  if (lastAt < 0) return null;
  const at = (index: number) => values[index] ?? Number.NaN;
  const way = betterDirection(path);
  const bestAt = way === null ? null : way === "more" ? highAt : lowAt;
  return {
    last: at(lastAt),
    low: at(lowAt),
    high: at(highAt),
    isAhead: false,
    best: bestAt === null ? null : { value: at(bestAt), step: table.steps[rows[bestAt] ?? 0] ?? 0 },
  };
}

function markLeader(path: string, cells: readonly (ValueCell | null)[]): readonly (ValueCell | null)[] {
  const way = betterDirection(path);
  const present = cells.flatMap((cell) => (cell ? [cell.last] : []));
  if (way === null || present.length < 2) return cells;
  const top = way === "more" ? Math.max(...present) : Math.min(...present);
  const isShared = present.filter((value) => isSameValue(value, top)).length > 1;
  return isShared ? cells : cells.map((cell) => (cell && cell.last === top ? { ...cell, isAhead: true } : cell));
}
