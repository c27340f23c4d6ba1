"use client";

import { type RefObject, useCallback, useEffect, useMemo } from "react";
import { useLatest } from "@/components/browser/use-latest";
import {
  type ColumnGeometry,
  columnStarts,
  columnsToRender,
  type GridColumns,
  prepareColumnGeometry,
} from "./prepare-column-geometry";
import { scrollToReveal } from "./prepare-scroll";
import { type FrameMetrics, useFrameWindow } from "./use-frame-window";

/**
 * Chooses the columns to render, and keeps the cursor in view: a table may have a thousand, a screen shows a dozen.
 *
 * @param grid stays the same object while its columns and widths do
 * @param cursorIndex the column at the cursor, -1 for none; it is scrolled into view when it changes
 */
export function useVisibleColumns(
  frame: RefObject<HTMLElement | null>,
  grid: GridColumns,
  cursorIndex: number,
): ColumnGeometry {
  const { frozenCount } = grid;
  const starts = useMemo(() => columnStarts(grid), [grid]);
  const rangeOf = useCallback(
    (metrics: FrameMetrics) => columnsToRender(metrics, starts, frozenCount),
    [starts, frozenCount],
  );
  const { first, end } = useFrameWindow(frame, rangeOf);
  const reveal = useLatest((index: number) => {
    const node = frame.current;
    const [start, next] = [starts[index], starts[index + 1]];
    if (!node || index < frozenCount || start === undefined || next === undefined) return;
    const frozenPx = starts[frozenCount] ?? 0;
    const to = scrollToReveal(
      { startPx: start - frozenPx, sizePx: next - start },
      { startPx: node.scrollLeft, sizePx: node.clientWidth - frozenPx },
    );
    if (to !== null) node.scrollLeft = to;
  });
  // The outside system is the scroll position: a key moved the cursor.
  useEffect(() => reveal(cursorIndex), [reveal, cursorIndex]);
  return useMemo(() => prepareColumnGeometry(grid, { first, end }), [grid, first, end]);
}
