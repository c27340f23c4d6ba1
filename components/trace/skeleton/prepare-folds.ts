import type { Kind } from "@/components/ui/glyph/kind-glyph";
import { KINDS, type TraceSkeleton } from "./trace-skeleton";

/** What is folded without being folded by hand. */
export type FoldRule =
  | { readonly kind: "none" }
  /** Calls at this depth and below; the first calls are at depth 0. */
  | { readonly kind: "depth"; readonly depth: number }
  /** Every call that holds no failed one. */
  | { readonly kind: "errors" }
  /** Every call of a kind. */
  | { readonly kind: "kind"; readonly of: Kind };

export const NO_FOLDS: FoldRule = { kind: "none" };

/** A rule as it stands in the address: `errors`, `depth-2`, `tool`. */
export function foldRuleText(rule: FoldRule): string {
  if (rule.kind === "depth") return `depth-${rule.depth}`;
  return rule.kind === "kind" ? rule.of : rule.kind;
}

/** The rule of a text, or null where it is none. */
export function foldRuleOf(text: string): FoldRule | null {
  if (text === "errors" || text === "none") return { kind: text };
  const depth = /^depth-(\d{1,4})$/.exec(text)?.[1];
  if (depth !== undefined) return { kind: "depth", depth: Number(depth) };
  const of = KINDS.find((kind) => kind === text);
  return of ? { kind: "kind", of } : null;
}

/** Whether each row is folded (1): by the rule, unless it is folded or unfolded by hand. */
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

/** Rows that are drawn, in order, and which of them are the last of their siblings. */
export interface VisibleRows {
  readonly rows: Int32Array<ArrayBuffer>;
  readonly isLast: Uint8Array<ArrayBuffer>;
}

/** Rows that no fold hides. */
export function unfoldedRows(skeleton: TraceSkeleton, folded: Uint8Array): VisibleRows {
  const { count, end } = skeleton;
  const rows = new Int32Array(count);
  let length = 0;
  for (let row = 0; row < count; row = folded[row] === 1 ? (end[row] ?? row + 1) : row + 1) {
    rows[length] = row;
    length += 1;
  }
  return withLast(skeleton, rows.slice(0, length));
}

/** Marks the last siblings, from the last row up: a row goes on when one of its depth came since the last shallower. */
export function withLast({ depth }: TraceSkeleton, rows: Int32Array<ArrayBuffer>): VisibleRows {
  const isLast = new Uint8Array(rows.length);
  const goesOn: boolean[] = [];
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const level = depth[rows[at] ?? 0] ?? 0;
    goesOn.length = Math.min(goesOn.length, level + 1);
    isLast[at] = goesOn[level] ? 0 : 1;
    goesOn[level] = true;
  }
  return { rows, isLast };
}

/** Where a row stands among rows in order, or -1. */
export function positionOf(rows: Int32Array, row: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = rows[middle] ?? 0;
    if (at === row) return middle;
    if (at < row) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Calls above a row that are folded and so hide it. */
export function foldsAbove({ parent }: TraceSkeleton, folded: Uint8Array, row: number): readonly number[] {
  const above: number[] = [];
  for (let at = parent[row] ?? -1; at >= 0; at = parent[at] ?? -1) if (folded[at] === 1) above.push(at);
  return above;
}
