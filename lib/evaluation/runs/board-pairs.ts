import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import type { BoardRow } from "./leaderboard";
import type { ScoreDirection } from "./score-direction";
import { isWithinNoise } from "./verdict-words";

/** Models that are compared with each other, the best first: the number of pairs grows with the square. */
export const MAX_PAIRED_MODELS = 12;

/** A run and the one that it is compared with, as a request for figures names them. */
export interface RunPair {
  readonly id: string;
  readonly against_id: string;
}

/** Names the pair, in one direction. */
export const pairKey = (id: string, againstId: string): string => `${id} ${againstId}`;

/**
 * Returns the runs to compare, each pair once, the better ranked run as the one that is compared with: in each column all
 * models with its best one, and in the ranked columns the first models with each other.
 *
 * @param rankedColumns indexes of the columns that rank
 */
export function boardPairs(rows: readonly BoardRow[], rankedColumns: readonly number[]): RunPair[] {
  const pairs = new Map<string, RunPair>();
  const add = (one: BoardRow, other: BoardRow, column: number) => {
    const [first, later] = rows.indexOf(one) < rows.indexOf(other) ? [one, other] : [other, one];
    const [id, against] = [later.cells[column]?.run.id, first.cells[column]?.run.id];
    if (id === undefined || against === undefined || id === against) return;
    pairs.set(pairKey(id, against), { id, against_id: against });
  };
  const ranked = pairedRows(rows);
  for (const column of rankedColumns) {
    for (const [index, row] of ranked.entries()) for (const other of ranked.slice(0, index)) add(row, other, column);
  }
  const columnCount = rows[0]?.cells.length ?? 0;
  for (let column = 0; column < columnCount; column++) {
    const top = bestRow(rows, column);
    if (top !== undefined) for (const row of rows) add(row, top, column);
  }
  return [...pairs.values()];
}

/** The ranked models that are compared with each other. */
export const pairedRows = (rows: readonly BoardRow[]): readonly BoardRow[] =>
  rows.filter(({ place }) => place !== null).slice(0, MAX_PAIRED_MODELS);

/** Returns the model with the best value of a column; undefined where no value is known to be the best. */
export const bestRow = (rows: readonly BoardRow[], column: number): BoardRow | undefined =>
  rows.find(({ cells }) => cells[column]?.isBest === true);

/** Returns a comparison as the other run sees it. */
export function reversedComparison(change: EvaluationComparison): EvaluationComparison {
  const { difference, interval, higher, lower, verdict } = change;
  return {
    ...change,
    difference: difference === null ? null : -difference,
    interval: interval === null ? null : { low: -interval.high, high: -interval.low },
    higher: lower,
    lower: higher,
    verdict: verdict === "higher" ? "lower" : verdict === "lower" ? "higher" : verdict,
  };
}

/** The places that a model may have. */
export interface RankRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the places that a model may have: behind all models that are better by more than noise, and before all that are
 * worse. Null while a comparison is not known, and for models that are not compared with all others.
 *
 * @param changeOf the ranked value of the model minus that of another one
 */
export function rankRange(
  row: BoardRow,
  rows: readonly BoardRow[],
  direction: ScoreDirection,
  changeOf: (other: BoardRow) => EvaluationComparison | null,
): RankRange | null {
  const ranked = pairedRows(rows);
  if (!ranked.includes(row)) return null;
  const placed = rows.filter(({ place }) => place !== null).length;
  let [better, worse] = [0, 0];
  for (const other of ranked) {
    if (other === row) continue;
    const change = changeOf(other);
    if (change === null) return null;
    if (isWithinNoise(change)) continue;
    // Without a known direction higher values rank first.
    if ((change.verdict === "higher") === (direction !== "lower")) worse++;
    else better++;
  }
  // Models behind the compared ones are not known to be worse.
  return { first: 1 + better, last: placed - worse };
}

/** A rank as it is read: `2`, or `1 to 3` where models are tied within noise. */
export const rankText = ({ first, last }: RankRange): string => (first === last ? `${first}` : `${first} to ${last}`);

/** The smallest differences that the pairs of a column can show. */
export interface DetectableDifference {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Returns the smallest difference that most pairs of a column can show; null where none is known. */
export function detectableDifference(changes: readonly EvaluationComparison[]): DetectableDifference | null {
  const known = changes.flatMap(({ detectable_difference: value }) => value ?? []).sort((left, right) => left - right);
  const [low] = known;
  const [median, high] = [known[Math.floor(known.length / 2)], known.at(-1)];
  return low === undefined || median === undefined || high === undefined ? null : { median, low, high };
}
