import { type TextTable, textAt } from "@/lib/trace/skeleton/text-table";
import { rowOfId, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import type { VisibleRows } from "./folds";

/** The result of a search in a trace. */
export interface TraceSearch {
  /** Matching rows, in order. */
  readonly matches: Int32Array<ArrayBuffer>;
  /** The matches and their ancestors. */
  readonly visible: VisibleRows;
}

/**
 * Searches names, ops, notes and ids, ignoring case; null for empty text.
 *
 * @param inContents calls whose contents have the text, as the service found
 */
export function searchTrace(
  skeleton: TraceSkeleton,
  text: string,
  inContents: readonly { readonly id: string }[] = [],
): TraceSearch | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return null;
  const names = holding(skeleton.names, wanted);
  const ops = holding(skeleton.ops, wanted);
  const notes = holding(skeleton.notes, wanted);
  const found = new Set(inContents.map(({ id }) => rowOfId(skeleton, id)));
  found.add(rowOfId(skeleton, text.trim()));
  const { count, parent } = skeleton;
  const isShown = new Uint8Array(count);
  const matches = new Int32Array(count);
  let matchCount = 0;
  for (let row = 0; row < count; row += 1) {
    const isMatch =
      names[skeleton.name[row] ?? 0] === 1 ||
      ops[skeleton.op[row] ?? 0] === 1 ||
      notes[skeleton.note[row] ?? 0] === 1 ||
      found.has(row);
    if (!isMatch) continue;
    matches[matchCount] = row;
    matchCount += 1;
    for (let at = row; at >= 0 && isShown[at] === 0; at = parent[at] ?? -1) isShown[at] = 1;
  }
  const rows = new Int32Array(isShown.reduce((sum, bit) => sum + bit, 0));
  let length = 0;
  for (let row = 0; row < count; row += 1) {
    if (isShown[row] === 0) continue;
    rows[length] = row;
    length += 1;
  }
  return { matches: matches.slice(0, matchCount), visible: { rows } };
}

/**
 * Returns whether each text of a table contains another (1). Each text is checked once, however many calls share it.
 */
function holding(table: TextTable, wanted: string): Uint8Array {
  const count = table.ends.length;
  const isHolding = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    isHolding[index] = textAt(table, index).toLowerCase().includes(wanted) ? 1 : 0;
  }
  return isHolding;
}

/** Returns the match before or after a row, wrapping around; -1 without matches. */
export function adjacentMatch(matches: Int32Array, row: number, by: 1 | -1): number {
  if (matches.length === 0) return -1;
  const after = matches.findIndex((match) => match > row);
  if (by === 1) return (after < 0 ? matches[0] : matches[after]) ?? -1;
  const before = matches.findLastIndex((match) => match < row);
  return (before < 0 ? matches.at(-1) : matches[before]) ?? -1;
}
