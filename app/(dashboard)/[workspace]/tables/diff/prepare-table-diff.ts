import { cellValue } from "@/app/(dashboard)/[workspace]/tables/sheet/cell-value";
import type { SheetColumn } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { valueKind } from "@/lib/json/value/value-kind";
import { copyText } from "@/lib/json/value/value-line";
import type { TimeSlicedWork } from "@/lib/scheduling/run-in-time-slices";

/** Rows that are compared before yielding to the event loop. */
const ROWS_PER_BATCH = 500;

export const diffKinds = ["added", "removed", "changed", "moved", "same"] as const;

/** `moved` is the same row at another position among the common rows; `changed` has the same key. */
export type DiffKind = (typeof diffKinds)[number];

export interface RowDifference {
  readonly kind: DiffKind;
  readonly before: TableLine | null;
  readonly after: TableLine | null;
}

/**
 * Compares two tables row by row, in the order of the second, with removed rows at their position in the first.
 *
 * Rows with the same digest are the same row, as often as both tables have it. Other rows with the same key are one
 * changed row; without a key they count as removed and added.
 */
export function* diffTables(
  before: readonly TableLine[],
  after: readonly TableLine[],
  key: SheetColumn | null,
): TimeSlicedWork<readonly RowDifference[]> {
  const partners = new Array<number>(after.length).fill(-1);
  const taken = new Uint8Array(before.length);
  const pair = function* (textOf: (row: TableLine) => string | null): TimeSlicedWork<void> {
    const waiting = yield* positionsBy(before, textOf, taken);
    for (const [index, row] of after.entries()) {
      if (index % ROWS_PER_BATCH === 0) yield;
      if (partners[index] !== -1) continue;
      const text = textOf(row);
      const partner = text === null ? undefined : waiting.get(text)?.shift();
      if (partner === undefined) continue;
      partners[index] = partner;
      taken[partner] = 1;
    }
  };
  yield* pair((row) => row.digest);
  if (key) yield* pair((row) => rowKeyText(row, key));
  const inOrder = yield* longestIncreasingSubsequence(partners);
  return yield* merged(before, after, partners, taken, inOrder);
}

/** The value of a key as text; null when a row has none, so that rows without a key are never paired. */
function rowKeyText(row: TableLine, key: SheetColumn): string | null {
  const value = cellValue(row, key);
  const kind = valueKind(value);
  return kind === null || kind === "null" ? null : `${kind} ${copyText(value)}`;
}

/** Positions of the unmatched rows by their text, in ascending order. */
function* positionsBy(
  rows: readonly TableLine[],
  textOf: (row: TableLine) => string | null,
  taken: Uint8Array,
): TimeSlicedWork<Map<string, PositionQueue>> {
  const waiting = new Map<string, PositionQueue>();
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_BATCH === 0) yield;
    if (taken[index] === 1) continue;
    const text = textOf(row);
    if (text === null) continue;
    const queue = waiting.get(text) ?? new PositionQueue();
    queue.push(index);
    waiting.set(text, queue);
  }
  return waiting;
}

/** Many copies of one row are taken one by one, so taking the first must not shift the rest. */
class PositionQueue {
  readonly #positions: number[] = [];
  #next = 0;

  push(position: number): void {
    this.#positions.push(position);
  }

  shift(): number | undefined {
    const position = this.#positions[this.#next];
    this.#next += 1;
    return position;
  }
}

/**
 * Marks the entries of a longest increasing subsequence among the positions that are not -1: those rows kept their
 * order.
 */
export function* longestIncreasingSubsequence(positions: readonly number[]): TimeSlicedWork<Uint8Array> {
  const ends: number[] = [];
  const previous = new Int32Array(positions.length).fill(-1);
  for (const [index, position] of positions.entries()) {
    if (index % ROWS_PER_BATCH === 0) yield;
    if (position < 0) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((positions[ends[middle] ?? 0] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const inRise = new Uint8Array(positions.length);
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) inRise[index] = 1;
  return inRise;
}

function* merged(
  before: readonly TableLine[],
  after: readonly TableLine[],
  partners: readonly number[],
  taken: Uint8Array,
  inOrder: Uint8Array,
): TimeSlicedWork<readonly RowDifference[]> {
  const rows: RowDifference[] = [];
  let passed = 0;
  const passRemoved = (end: number) => {
    for (; passed < end; passed += 1) {
      const row = before[passed];
      if (row && taken[passed] === 0) rows.push({ kind: "removed", before: row, after: null });
    }
  };
  for (const [index, row] of after.entries()) {
    if (index % ROWS_PER_BATCH === 0) yield;
    const partner = partners[index] ?? -1;
    const old = before[partner];
    if (old === undefined) {
      rows.push({ kind: "added", before: null, after: row });
      continue;
    }
    if (inOrder[index] === 1) passRemoved(partner);
    const isSame = old.digest === row.digest;
    rows.push({ kind: isSame ? (inOrder[index] === 1 ? "same" : "moved") : "changed", before: old, after: row });
  }
  passRemoved(before.length);
  return rows;
}

/** The number of rows of each kind. */
export function countKinds(rows: readonly RowDifference[]): Readonly<Record<DiffKind, number>> {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0, same: 0 };
  for (const { kind } of rows) counts[kind] += 1;
  return counts;
}

/** Returns true when a changed row has another value in a column. */
export function isCellChanged({ kind, before, after }: RowDifference, column: SheetColumn): boolean {
  if (kind !== "changed" || !before || !after || column.path === null) return false;
  const [left, right] = [cellValue(before, column), cellValue(after, column)];
  if (left === right) return false;
  return valueKind(left) !== valueKind(right) || copyText(left) !== copyText(right);
}

/** Counts, for each column, the changed rows with another value; columns without a change are omitted. */
export function* countCellChanges(
  rows: readonly RowDifference[],
  columns: readonly SheetColumn[],
): TimeSlicedWork<ReadonlyMap<string, number>> {
  const counts = columns.map(() => 0);
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_BATCH === 0) yield;
    if (row.kind !== "changed") continue;
    for (const [at, column] of columns.entries()) if (isCellChanged(row, column)) counts[at] = (counts[at] ?? 0) + 1;
  }
  return new Map(columns.flatMap(({ id }, at) => (counts[at] ? [[id, counts[at]] as const] : [])));
}

/** Usual names of key columns. */
const KEY_NAME = /(?:^|[._])(?:id|key|uuid|uid|name)$/i;

/** The maximum number of columns to try as a key: each takes a pass over both tables. */
const MAX_KEY_CANDIDATES = 24;

/** Columns whose values are unique in both tables, the likeliest key first. */
export function* keyCandidates(
  before: readonly TableLine[],
  after: readonly TableLine[],
  columns: readonly SheetColumn[],
): TimeSlicedWork<readonly SheetColumn[]> {
  const plain = columns.filter(({ path, type }) => path !== null && (type === "str" || type === "int"));
  const tried = [...plain.filter(({ id }) => KEY_NAME.test(id)), ...plain.filter(({ id }) => !KEY_NAME.test(id))];
  const keys: SheetColumn[] = [];
  for (const column of tried.slice(0, MAX_KEY_CANDIDATES)) {
    if ((yield* isKey(before, column)) && (yield* isKey(after, column))) keys.push(column);
  }
  return keys;
}

function* isKey(rows: readonly TableLine[], column: SheetColumn): TimeSlicedWork<boolean> {
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_BATCH === 0) yield;
    const text = rowKeyText(row, column);
    if (text === null || seen.has(text)) return false;
    seen.add(text);
  }
  return rows.length > 0;
}
