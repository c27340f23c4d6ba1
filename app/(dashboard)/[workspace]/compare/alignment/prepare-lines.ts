import type { AlignedRow } from "./prepare-alignment";
import { type Divergence, isDifference, type RowComparison } from "./prepare-comparison-marks";

/** The content of a line of the tree. */
export type TreeLine =
  | { readonly kind: "row"; readonly index: number; readonly isFolded: boolean }
  /** Rows without a difference, up to but excluding `end`. */
  | { readonly kind: "same"; readonly index: number; readonly end: number; readonly count: number }
  | { readonly kind: "parting"; readonly index: number };

interface LinesOptions {
  readonly folded: ReadonlySet<string>;
  /** Runs without a difference that the user has expanded, by the key of their first row. */
  readonly opened: ReadonlySet<string>;
  readonly areOnlyDifferences: boolean;
  readonly areWordsCounted: boolean;
  readonly parting: Divergence | null;
}

/** A run of one row is shown: a placeholder would take as much space. */
const MIN_RUN_LENGTH = 2;

/**
 * Returns the lines of the tree, without collapsed rows; with "only differences", runs of equal rows become one line.
 */
export function treeLines(
  rows: readonly AlignedRow[],
  marks: readonly RowComparison[],
  options: LinesOptions,
): readonly TreeLine[] {
  const lines: TreeLine[] = [];
  const isSame = (index: number) =>
    options.areOnlyDifferences &&
    marks[index]?.withDescendants !== "unread" &&
    !isDifference(marks[index]?.withDescendants ?? "same", options.areWordsCounted);
  let openUntil = 0;
  for (let index = 0; index < rows.length; ) {
    const row = rows[index];
    if (!row) break;
    if (index >= openUntil && isSame(index)) {
      const end = endOfRun(rows, index, isSame);
      if (end - index >= MIN_RUN_LENGTH && !options.opened.has(row.key)) {
        lines.push({ kind: "same", index, end, count: end - index });
        index = end;
        continue;
      }
      openUntil = end;
    }
    if (options.parting?.row === index) lines.push({ kind: "parting", index });
    const isFolded = row.childCount > 0 && options.folded.has(row.key);
    lines.push({ kind: "row", index, isFolded });
    index = isFolded ? endOf(rows, index) : index + 1;
  }
  return lines;
}

/** Consecutive equal rows, with everything below them. */
function endOfRun(rows: readonly AlignedRow[], from: number, isSame: (index: number) => boolean): number {
  let end = from;
  while (end < rows.length && isSame(end)) end += 1;
  return end;
}

/** The index after all rows below a row. */
export function endOf(rows: readonly AlignedRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  let end = index + 1;
  while (end < rows.length && (rows[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

/** The ancestors that must be expanded for a row to be visible. */
export function ancestorRows(rows: readonly AlignedRow[], index: number): readonly number[] {
  const above: number[] = [];
  for (let at = rows[index]?.parent ?? -1; at >= 0; at = rows[at]?.parent ?? -1) above.push(at);
  return above;
}

/** The row of a call in the alignment, whichever column it is in; -1 when it is in none. */
export function rowOfCall(rows: readonly AlignedRow[], id: string | null): number {
  if (id === null) return -1;
  return rows.findIndex(({ members }) => members.some((member) => member?.id === id));
}
