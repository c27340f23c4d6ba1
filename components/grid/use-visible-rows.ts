"use client";

import { type RefObject, useCallback, useEffect } from "react";
import { useLatest } from "@/components/browser/use-latest";
import { scrollToReveal } from "./prepare-scroll";
import { prepareVisibleRows, rowsInView, type VisibleRows } from "./prepare-visible-rows";
import { type FrameMetrics, useFrameWindow } from "./use-frame-window";

type RowsOptions = {
  count: number;
  /** All rows have the same height. */
  rowHeightPx: number;
  /** Height that a sticky header covers at the top. */
  headHeightPx: number;
  /** The row at the cursor, -1 for none. It is scrolled into view when it changes. */
  cursorIndex: number;
  /** Identifies the row at the cursor where rows may be inserted above it; otherwise its index does. */
  cursorId?: string | undefined;
};

/** Computes which rows of equal height are visible in a scrolling frame, and keeps the cursor in view. */
export function useVisibleRows(frame: RefObject<HTMLElement | null>, options: RowsOptions): VisibleRows {
  const { count, rowHeightPx, headHeightPx, cursorIndex } = options;
  const rangeOf = useCallback(
    (metrics: FrameMetrics) => rowsInView(metrics, rowHeightPx, headHeightPx),
    [rowHeightPx, headHeightPx],
  );
  const inView = useFrameWindow(frame, rangeOf);
  const cursor = "cursorId" in options ? options.cursorId : cursorIndex;
  const reveal = useLatest(() => {
    const node = frame.current;
    if (!node || cursorIndex < 0) return;
    const to = scrollToReveal(
      { startPx: cursorIndex * rowHeightPx, sizePx: rowHeightPx },
      { startPx: node.scrollTop, sizePx: node.clientHeight - headHeightPx },
    );
    if (to !== null) node.scrollTop = to;
  });
  // The outside system is the scroll position: a key or the address moved the cursor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a cursor whose row only moved down did not move itself
  useEffect(reveal, [reveal, cursor]);
  return prepareVisibleRows(inView, count, rowHeightPx);
}
