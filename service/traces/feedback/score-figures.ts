import { group, max, min, sum } from "d3-array";
import type { ScoreBucket, ScoreFigures, ScoreGroupValue, ScoreOfCalls } from "@/lib/api/contract/calls/score-figures";
import { engineTimeOf, toWireTime } from "@/service/traces/store/engine/timestamps";
import { BIN_COUNT, type ScoreCell, type ScoreValueRow } from "@/service/traces/store/figures/score-cells";

/** Adds up cells. */
function scoreFiguresOf(cells: readonly ScoreCell[]): ScoreFigures {
  const numbers = sum(cells, (cell) => cell.numbers);
  return {
    call_count: sum(cells, ({ calls }) => calls),
    number_count: numbers,
    mean: numbers === 0 ? null : sum(cells, ({ total }) => total) / numbers,
    min: min(cells, ({ least }) => least) ?? null,
    max: max(cells, ({ most }) => most) ?? null,
    deviation: deviationOf(cells, numbers),
    true_count: sum(cells, ({ trues }) => trues),
    false_count: sum(cells, ({ falses }) => falses),
  };
}

/** Returns the sample standard deviation, from sums and sums of squares. */
function deviationOf(cells: readonly ScoreCell[], numbers: number): number | null {
  if (numbers < 2) return null;
  const total = sum(cells, (cell) => cell.total);
  const squares = sum(cells, (cell) => cell.squares) - total ** 2 / numbers;
  // Rounding can make the difference of large sums negative.
  return Math.sqrt(Math.max(0, squares) / (numbers - 1));
}

function bucketsOf(cells: readonly ScoreCell[]): ScoreBucket[] {
  return [...group(cells, ({ bucket }) => bucket)]
    .sort(([left], [right]) => left - right)
    .map(([start, found]) => ({ start: toWireTime(engineTimeOf(start)), ...scoreFiguresOf(found) }));
}

function groupsOf(cells: readonly ScoreCell[], limit: number): { groups: ScoreGroupValue[]; group_count: number } {
  if (limit === 0) return { groups: [], group_count: 0 };
  const ranked = [...group(cells, ({ grouped }) => grouped)]
    .map(([value, found]) => ({ value: value === "" ? null : value, found, ...scoreFiguresOf(found) }))
    .sort((left, right) => right.call_count - left.call_count || (left.value ?? "").localeCompare(right.value ?? ""));
  return {
    groups: ranked.slice(0, limit).map(({ found, ...figures }) => ({ ...figures, buckets: bucketsOf(found) })),
    group_count: ranked.length,
  };
}

function binsOf({ min: low, max: high }: ScoreFigures, values: readonly ScoreValueRow[]): ScoreOfCalls["bins"] {
  if (low === null || high === null) return [];
  const counted = new Map(values.map(({ bin, calls }) => [bin, calls]));
  if (low === high) return [{ from: low, to: high, count: counted.get(0) ?? 0 }];
  const edge = (at: number) => (at === BIN_COUNT ? high : low + ((high - low) * at) / BIN_COUNT);
  return Array.from({ length: BIN_COUNT }, (_, at) => ({
    from: edge(at),
    to: edge(at + 1),
    count: counted.get(at) ?? 0,
  }));
}

/** Returns the text of a value that is no number, as it is compared with. */
function valueText(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? value : json;
}

/**
 * Returns the figures of one score.
 * @param limit the most groups; 0 for none
 */
export function scoreOfCells(
  field: string,
  cells: readonly ScoreCell[],
  values: readonly ScoreValueRow[],
  limit: number,
): ScoreOfCalls {
  const all = cells.filter(({ isTotal }) => isTotal === 1);
  const totals = scoreFiguresOf(all);
  return {
    field,
    totals,
    buckets: bucketsOf(all),
    bins: binsOf(
      totals,
      values.filter(({ bin }) => bin >= 0),
    ),
    values: values.filter(({ bin }) => bin < 0).map(({ text, calls }) => ({ value: valueText(text), count: calls })),
    ...groupsOf(
      cells.filter(({ isTotal }) => isTotal === 0),
      limit,
    ),
  };
}
