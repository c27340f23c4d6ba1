import { cellValue } from "@/app/(dashboard)/[workspace]/tables/sheet/cell-value";
import type { SheetColumn } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { valueText } from "@/lib/json/value/json-path";
import { isDictionary, numberText } from "@/lib/json/value/value-kind";

/** The maximum number of distinct values that are tracked; beyond it the count is a lower bound. */
export const MAX_DISTINCT_VALUES = 20_000;

const BIN_COUNT = 16;
const TOP_COUNT = 5;

/** Longer texts are compared by their beginning and length, so that a column of long texts is not stored twice. */
const COMPARED_LENGTH = 200;

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Statistics of numbers: of the values, or of the lengths of texts and lists. */
export interface NumberProfile {
  readonly of: "value" | "characters" | "items" | "members";
  readonly min: number;
  readonly mean: number;
  readonly max: number;
  readonly bins: readonly Bin[];
}

export interface ColumnProfile {
  readonly rowCount: number;
  /** Missing, null or an empty text. */
  readonly emptyCount: number;
  readonly distinctCount: number;
  readonly isDistinctCapped: boolean;
  readonly numbers: NumberProfile | null;
  /** The most frequent values with their counts; empty when all values are different. */
  readonly top: readonly { readonly text: string; readonly count: number }[];
}

/** Collects the statistics of a column, row by row. */
export class ProfileCount {
  readonly #column: SheetColumn;
  readonly #counts = new Map<string, number>();
  readonly #figures: number[] = [];
  readonly #unitsSeen = new Set<NumberProfile["of"]>();
  #rowCount = 0;
  #emptyCount = 0;
  #isDistinctCapped = false;

  constructor(column: SheetColumn) {
    this.#column = column;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** Adds at most this many of the rows that follow those already added. */
  add(rows: readonly TableLine[], most = Number.POSITIVE_INFINITY): void {
    const end = Math.min(rows.length, this.#rowCount + most);
    for (; this.#rowCount < end; this.#rowCount += 1) {
      const row = rows[this.#rowCount];
      if (row) this.#take(cellValue(row, this.#column));
    }
  }

  #take(value: unknown): void {
    if (value === undefined || value === null || value === "") {
      this.#emptyCount += 1;
      return;
    }
    const text = comparedText(value);
    const count = this.#counts.get(text);
    if (count === undefined && this.#counts.size >= MAX_DISTINCT_VALUES) this.#isDistinctCapped = true;
    else this.#counts.set(text, (count ?? 0) + 1);
    const figure = figureOf(value);
    if (figure === null) return;
    this.#unitsSeen.add(figure.of);
    this.#figures.push(figure.value);
  }

  /** Returns the statistics of the rows added so far. */
  profile(): ColumnProfile {
    const [of] = this.#unitsSeen;
    return {
      rowCount: this.#rowCount,
      emptyCount: this.#emptyCount,
      distinctCount: this.#counts.size,
      isDistinctCapped: this.#isDistinctCapped,
      // Numbers and lengths have no common scale: a column with both has neither.
      numbers: of === undefined || this.#unitsSeen.size > 1 ? null : numberProfile(this.#figures, of),
      top: topValues(this.#counts),
    };
  }
}

function comparedText(value: unknown): string {
  const text = valueText(value);
  return text.length <= COMPARED_LENGTH ? text : `${text.slice(0, COMPARED_LENGTH)}… ${text.length} characters`;
}

function figureOf(value: unknown): { of: NumberProfile["of"]; value: number } | null {
  const number = numberText(value);
  if (number !== null) return Number.isFinite(Number(number)) ? { of: "value", value: Number(number) } : null;
  if (typeof value === "string") return { of: "characters", value: value.length };
  if (Array.isArray(value)) return { of: "items", value: value.length };
  return isDictionary(value) ? { of: "members", value: Object.keys(value).length } : null;
}

function numberProfile(values: readonly number[], of: NumberProfile["of"]): NumberProfile {
  let [min, max, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
  }
  return { of, min, max, mean: sum / values.length, bins: binsOf(values, min, max) };
}

/** Bins of equal width from the smallest to the largest value; one bin when they are equal. */
function binsOf(values: readonly number[], min: number, max: number): readonly Bin[] {
  const count = max > min && Number.isFinite(max - min) ? BIN_COUNT : 1;
  const width = (max - min) / count;
  const counts = new Array<number>(count).fill(0);
  for (const value of values) {
    const index = width > 0 ? Math.min(count - 1, Math.floor((value - min) / width)) : 0;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((inBin, index) => ({ from: min + index * width, to: min + (index + 1) * width, count: inBin }));
}

function topValues(counts: ReadonlyMap<string, number>): ColumnProfile["top"] {
  const sorted = [...counts].sort(([, left], [, right]) => right - left).slice(0, TOP_COUNT);
  if (sorted.length > 1 && sorted[0]?.[1] === 1) return [];
  return sorted.map(([text, count]) => ({ text, count }));
}
