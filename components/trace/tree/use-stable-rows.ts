"use client";

import { useMemo, useRef } from "react";
import { isSameRow, type TreeRow, treeRow, type VisibleTreeRows } from "@/lib/trace/tree/tree-rows";

/**
 * The rows from `first` up to, excluding, `end`. An unchanged row stays the same object, so that it does not render
 * again: while the list scrolls, when other rows fold, and when the selection moves.
 */
export function useStableRows(drawn: VisibleTreeRows, first: number, end: number): readonly TreeRow[] {
  const before = useRef<ReadonlyMap<number, TreeRow>>(new Map());
  return useMemo(() => {
    const rows = Array.from({ length: Math.max(0, end - first) }, (_, at) => {
      const made = treeRow(drawn, first + at);
      const known = before.current.get(made.row);
      return known && isSameRow(known, made) ? known : made;
    });
    before.current = new Map(rows.map((row) => [row.row, row]));
    return rows;
  }, [drawn, first, end]);
}
