import type { FrameMetrics, IndexRange } from "./use-frame-window";

/** Extra rows rendered beyond both edges, so that fast scrolling shows no gaps. */
export const OVERSCAN_ROWS = 8;

/** The rows of a long list that are in the document. */
export interface VisibleRows extends IndexRange {
  /** The rows on the screen, without the extra ones; `last` is before `first` when there are none. */
  readonly inView: { readonly first: number; readonly last: number };
  /** Height of the rows that are not rendered. */
  readonly abovePx: number;
  readonly belowPx: number;
}

/**
 * Returns the rows in a frame, if the list is long enough. A sticky header covers as much at the top as it takes before
 * the first row.
 */
export function rowsInView(
  { scrollTopPx, heightPx }: FrameMetrics,
  rowHeightPx: number,
  headHeightPx: number,
): IndexRange {
  if (heightPx <= 0) return { first: 0, end: 0 };
  const first = Math.max(0, Math.floor(scrollTopPx / rowHeightPx));
  return { first, end: Math.max(first + 1, Math.ceil((scrollTopPx + heightPx - headHeightPx) / rowHeightPx)) };
}

/** Returns the rows to render. It stores nothing per row, so that a million rows cost no more than the visible ones. */
export function prepareVisibleRows(inView: IndexRange, count: number, rowHeightPx: number): VisibleRows {
  const shown = inView.end - inView.first;
  // A list that became shorter scrolls up by itself, but only once its new height is rendered.
  const firstInView = Math.max(0, Math.min(inView.first, count - shown));
  const endInView = Math.min(count, firstInView + shown);
  const isEmpty = shown === 0 || count === 0;
  const first = isEmpty ? 0 : Math.max(0, firstInView - OVERSCAN_ROWS);
  const end = isEmpty ? 0 : Math.min(count, endInView + OVERSCAN_ROWS);
  return {
    first,
    end,
    inView: { first: firstInView, last: endInView - 1 },
    abovePx: first * rowHeightPx,
    belowPx: (count - end) * rowHeightPx,
  };
}

/** The indexes of a range, in order. */
export function indexesOf({ first, end }: IndexRange): readonly number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
}
