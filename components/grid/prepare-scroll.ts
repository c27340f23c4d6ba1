interface Stretch {
  readonly startPx: number;
  readonly sizePx: number;
}

/**
 * Returns the scroll position, along one axis, that shows a row or a column with the least scrolling; null when it is
 * visible already.
 *
 * @param shown the visible stretch of the content, without what covers it
 */
export function scrollToReveal(item: Stretch, shown: Stretch): number | null {
  if (item.startPx < shown.startPx) return item.startPx;
  const end = item.startPx + item.sizePx;
  return end > shown.startPx + shown.sizePx ? end - shown.sizePx : null;
}

/** The row at the top edge of a frame. */
export interface RowAnchor {
  readonly id: string;
  readonly index: number;
}

/** A frame whose rows may have moved. */
export interface AnchoredFrame {
  readonly scrollTopPx: number;
  readonly rowHeightPx: number;
  readonly idAt: (index: number) => string | undefined;
  /** -1 for a missing row. */
  readonly indexOf: (id: string) => number;
}

/**
 * Returns the row to hold at the top edge, and the scroll position that keeps it there when rows were inserted or
 * removed above it; null for the present position. A list at its very top shows the new rows.
 */
export function holdRow(
  before: RowAnchor | null,
  { scrollTopPx, rowHeightPx, idAt, indexOf }: AnchoredFrame,
): { readonly anchor: RowAnchor | null; readonly scrollTopPx: number | null } {
  const now = before === null ? -1 : indexOf(before.id);
  if (before !== null && now >= 0 && now !== before.index && scrollTopPx > 0) {
    return {
      anchor: { id: before.id, index: now },
      scrollTopPx: scrollTopPx + (now - before.index) * rowHeightPx,
    };
  }
  const index = Math.floor(scrollTopPx / rowHeightPx);
  const id = idAt(index);
  return { anchor: id === undefined ? null : { id, index }, scrollTopPx: null };
}
