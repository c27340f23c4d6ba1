import type { Kind } from "@/lib/calls/call-kind";
import { KINDS, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** The rule for automatic folds. */
export type FoldRule =
  | { readonly kind: "none" }
  /** Calls at this depth and below; the first calls are at depth 0. */
  | { readonly kind: "depth"; readonly depth: number }
  /** Every call without a failed descendant. */
  | { readonly kind: "errors" }
  /** Every call of a kind. */
  | { readonly kind: "kind"; readonly of: Kind };

export const NO_FOLDS: FoldRule = { kind: "none" };

/** Formats a rule for the address: `errors`, `depth-2`, `tool`. */
export function foldRuleText(rule: FoldRule): string {
  if (rule.kind === "depth") return `depth-${rule.depth}`;
  return rule.kind === "kind" ? rule.of : rule.kind;
}

/** Parses a rule, or returns null for invalid text. */
export function foldRuleOf(text: string): FoldRule | null {
  if (text === "errors" || text === "none") return { kind: text };
  const depth = /^depth-(\d{1,4})$/.exec(text)?.[1];
  if (depth !== undefined) return { kind: "depth", depth: Number(depth) };
  const of = KINDS.find((kind) => kind === text);
  return of ? { kind: "kind", of } : null;
}

/** Returns whether each row is folded (1): by the rule, unless it is folded or unfolded by hand. */
export function foldedRows(
  skeleton: TraceSkeleton,
  rule: FoldRule,
  byHand: ReadonlyMap<number, boolean>,
): Uint8Array<ArrayBuffer> {
  const { count, end, depth, kind, errorsBelow } = skeleton;
  const folded = new Uint8Array(count);
  if (rule.kind !== "none") {
    const of = rule.kind === "kind" ? KINDS.indexOf(rule.of) : -1;
    for (let row = 0; row < count; row += 1) {
      if (end[row] === row + 1) continue;
      const isFolded =
        rule.kind === "depth"
          ? (depth[row] ?? 0) >= rule.depth
          : rule.kind === "errors"
            ? errorsBelow[row] === 0
            : kind[row] === of;
      folded[row] = isFolded ? 1 : 0;
    }
  }
  for (const [row, isFolded] of byHand) folded[row] = isFolded && end[row] !== row + 1 ? 1 : 0;
  return folded;
}

/** The visible rows, in order. */
export interface VisibleRows {
  readonly rows: Int32Array<ArrayBuffer>;
}

/** Returns the rows that no fold hides. */
export function unfoldedRows(skeleton: TraceSkeleton, folded: Uint8Array): VisibleRows {
  const { count, end } = skeleton;
  const rows = new Int32Array(count);
  let length = 0;
  for (let row = 0; row < count; row = folded[row] === 1 ? (end[row] ?? row + 1) : row + 1) {
    rows[length] = row;
    length += 1;
  }
  return { rows: rows.slice(0, length) };
}

/**
 * True if the row at a position has no later visible sibling; false where there is no such row. Computed only for rows
 * on the screen: a fold in a trace of any size updates no other rows.
 */
export function isLastSibling({ depth, end }: TraceSkeleton, { rows }: VisibleRows, position: number): boolean {
  const depthAt = (at: number) => depth[rows[at] ?? -1] ?? -1;
  const after = (at: number) => indexOfRow(rows, end[rows[at] ?? -1] ?? 0);
  if (depthAt(position) < 0) return false;
  let next = after(position);
  // Calls whose parent is not visible are between siblings.
  while (depthAt(next) > depthAt(position)) next = after(next);
  return depthAt(next) !== depthAt(position);
}

/** Returns the index of the first row in order that is not before a row; their number if all are before it. */
function indexOfRow(rows: Int32Array, row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of a row among rows in order, or -1. */
export function positionOf(rows: Int32Array, row: number): number {
  const at = indexOfRow(rows, row);
  return rows[at] === row ? at : -1;
}

/** Returns the folded ancestors that hide a row. */
export function foldedAncestors({ parent }: TraceSkeleton, folded: Uint8Array, row: number): readonly number[] {
  const above: number[] = [];
  for (let at = parent[row] ?? -1; at >= 0; at = parent[at] ?? -1) if (folded[at] === 1) above.push(at);
  return above;
}
