import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import type { Interval } from "@/lib/evaluation/statistics/intervals";
import type { BoardCell, BoardColumn } from "./leaderboard";

/** The weighted mean of a model's scores. */
export interface BoardMean {
  /** Null unless the model has a value in every column with a weight: means over other columns do not compare. */
  readonly value: number | null;
  readonly interval: Interval | null;
  /** Columns with a weight in which the model has a value. */
  readonly scoreCount: number;
  readonly isBest: boolean;
}

/** A value with its interval, measured on the rows of one dataset. */
interface Part {
  readonly value: number;
  readonly interval: Interval | null;
  readonly datasetKey: string;
  /** Above 0. */
  readonly weight: number;
}

const isShare = ({ score }: BoardCell): boolean =>
  !score || (score.kind !== "text" && (score.bin_start ?? 0) >= 0 && (score.bin_end ?? 1) <= 1);

/** The places of the columns that count in the mean. */
export const weightedColumns = (columns: readonly BoardColumn[]): readonly number[] =>
  columns.flatMap(({ weight }, index) => (weight > 0 ? [index] : []));

/** True when columns with a weight have different ones. */
export function hasOwnWeights(columns: readonly BoardColumn[]): boolean {
  return new Set(weightedColumns(columns).map((index) => columns[index]?.weight)).size > 1;
}

/**
 * True when scores can be averaged: two or more columns with a weight, of values from 0 to 1, of which higher ones are
 * better.
 */
export function hasBoardMean(
  columns: readonly BoardColumn[],
  cells: readonly ReadonlyMap<string, BoardCell>[],
): boolean {
  const weighted = weightedColumns(columns);
  return (
    weighted.length > 1 &&
    weighted.every((index) => columns[index]?.direction === "higher") &&
    weighted.every((index) => [...(cells[index]?.values() ?? [])].every(isShare))
  );
}

/**
 * Returns the weighted mean of values, Σ w·v / Σ w, with its interval; the interval is null where one of them has none.
 *
 * Values of different datasets are independent: the distances h of their ends add up as squares, √(Σ (w·h)²) / Σ w. Values
 * on the same rows are not, and their dependence is not known: their w·h add up as they are, which is the widest that it
 * can be.
 */
export function meanOfParts(parts: readonly Part[]): { readonly value: number; readonly interval: Interval | null } {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const value = parts.reduce((sum, part) => sum + part.weight * part.value, 0) / total;
  const sides = new Map<string, { low: number; high: number }>();
  for (const { value: own, interval, datasetKey, weight } of parts) {
    if (interval === null) return { value, interval: null };
    const side = sides.get(datasetKey) ?? { low: 0, high: 0 };
    sides.set(datasetKey, {
      low: side.low + weight * (own - interval.low),
      high: side.high + weight * (interval.high - own),
    });
  }
  const spread = (end: "low" | "high") =>
    Math.sqrt([...sides.values()].reduce((sum, side) => sum + side[end] ** 2, 0)) / total;
  return { value, interval: { low: value - spread("low"), high: value + spread("high") } };
}

/** Names the rows that a run is on. */
const datasetOf = ({ run }: BoardCell): string => run.dataset_key || run.evaluation_id;

/** Returns the weighted mean of each model's scores, by model. */
export function boardMeans(
  columns: readonly BoardColumn[],
  cells: readonly ReadonlyMap<string, BoardCell>[],
): ReadonlyMap<string, BoardMean> {
  const models = new Set(cells.flatMap((found) => [...found.keys()]));
  const weighted = weightedColumns(columns);
  const means = [...models].map((model) => {
    const parts = weighted.flatMap((index): Part[] => {
      const cell = cells[index]?.get(model);
      const value = cell?.score?.mean ?? null;
      if (cell === undefined || value === null) return [];
      const weight = columns[index]?.weight ?? 1;
      return [{ value, interval: cell.score?.interval ?? null, datasetKey: datasetOf(cell), weight }];
    });
    const isWhole = parts.length === weighted.length && parts.length > 0;
    return { model, scoreCount: parts.length, ...(isWhole ? meanOfParts(parts) : { value: null, interval: null }) };
  });
  const known = means.flatMap(({ value }) => value ?? []);
  const best = known.length > 1 ? Math.max(...known) : null;
  return new Map(means.map(({ model, ...mean }) => [model, { ...mean, isBest: best !== null && mean.value === best }]));
}

/** A cell's paired comparison with the best model's run in the same column. */
export interface ComparedCell {
  readonly cell: BoardCell;
  readonly change: EvaluationComparison;
  /** Of its column, above 0. */
  readonly weight: number;
}

/**
 * Returns the weighted mean of paired differences to the best model, which are in the order of the columns. It is within noise
 * where its interval includes 0.
 */
export function meanChange(compared: readonly ComparedCell[]): EvaluationComparison | null {
  const parts = compared.flatMap(({ cell, change, weight }): Part[] =>
    change.difference === null
      ? []
      : [{ value: change.difference, interval: change.interval, datasetKey: datasetOf(cell), weight }],
  );
  if (parts.length === 0 || parts.length < compared.length) return null;
  const { value, interval } = meanOfParts(parts);
  const detectable = compared.flatMap(({ cell, change: { detectable_difference: own }, weight }) =>
    own === null ? [] : [{ own, datasetKey: datasetOf(cell), weight }],
  );
  const sum = (member: "examples" | "higher" | "same" | "lower") =>
    compared.reduce((total, { change }) => total + change[member], 0);
  return {
    examples: sum("examples"),
    higher: sum("higher"),
    same: sum("same"),
    lower: sum("lower"),
    difference: value,
    interval,
    p: null,
    test: null,
    verdict: verdictOf(interval),
    needed_examples: null,
    detectable_difference: detectable.length < compared.length ? null : meanDetectable(detectable),
  };
}

/** Smallest differences add up as the ends of intervals do: as squares over datasets, as they are on the same rows. */
function meanDetectable(parts: readonly Pick<Part & { own: number }, "own" | "datasetKey" | "weight">[]): number {
  const sums = new Map<string, number>();
  for (const { own, datasetKey, weight } of parts) sums.set(datasetKey, (sums.get(datasetKey) ?? 0) + weight * own);
  const squares = [...sums.values()].reduce((sum, each) => sum + each ** 2, 0);
  return Math.sqrt(squares) / parts.reduce((sum, { weight }) => sum + weight, 0);
}

function verdictOf(interval: Interval | null): EvaluationComparison["verdict"] {
  if (interval === null) return "too-few-examples";
  if (interval.low > 0) return "higher";
  return interval.high < 0 ? "lower" : "no-difference-shown";
}
