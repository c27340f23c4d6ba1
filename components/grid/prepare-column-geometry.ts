import { bisectLeft, bisectRight } from "d3-array";
import type { FrameMetrics, IndexRange } from "./use-frame-window";

/** The minimum width of a flexible column; below it the table scrolls sideways in its own frame. */
export const MIN_FLEX_WIDTH_PX = 160;

/** Extra columns rendered beyond both edges, so that fast scrolling shows no gaps. */
const OVERSCAN_COLUMNS = 4;

/** One column of a grid. */
interface GridColumn {
  readonly id: string;
  /** Pixels; null for a share of the remaining width. */
  readonly widthPx: number | null;
}

/** The columns of a grid from left to right, and how many of the first ones stay at the left edge. */
export interface GridColumns {
  readonly columns: readonly GridColumn[];
  readonly frozenCount: number;
}

/** A column that is in the document. */
export interface PlacedColumn extends GridColumn {
  /** Position among all columns, from 0. */
  readonly position: number;
  /** Pixels from the left edge of a frozen column. */
  readonly leftPx: number | undefined;
  /** True for the frozen column next to those that scroll. */
  readonly isLastFrozen: boolean;
}

/** The columns that are in the document, and their places. */
export interface ColumnGeometry {
  /** Frozen columns first. */
  readonly placed: readonly PlacedColumn[];
  readonly frozenCount: number;
  /** The number of all columns. */
  readonly count: number;
  /** Width of the columns between the frozen ones and the first rendered one; null where all are rendered. */
  readonly gapPx: number | null;
  /** No column takes the remaining width, so an empty one does. */
  readonly hasFiller: boolean;
  /** Below this width the table scrolls sideways. */
  readonly minWidthPx: number;
}

/** Returns where each column starts, in pixels from the first one, and at the end their total width. */
export function columnStarts({ columns }: GridColumns): readonly number[] {
  const starts = [0];
  for (const { widthPx } of columns) starts.push((starts.at(-1) ?? 0) + (widthPx ?? MIN_FLEX_WIDTH_PX));
  return starts;
}

/**
 * Returns the scrolling columns to render: those in the frame, and a few beyond both edges.
 *
 * @param starts of all columns, see {@link columnStarts}
 */
export function columnsToRender(
  { scrollLeftPx, widthPx }: FrameMetrics,
  starts: readonly number[],
  frozenCount: number,
): IndexRange {
  const count = starts.length - 1;
  if (widthPx <= 0) return { first: frozenCount, end: frozenCount };
  // Frozen columns cover as much at the left edge as they take before the others.
  const from = scrollLeftPx + (starts[frozenCount] ?? 0);
  const first = bisectRight(starts, from) - 1;
  const end = bisectLeft(starts, scrollLeftPx + widthPx);
  return {
    first: Math.max(frozenCount, Math.min(first, count) - OVERSCAN_COLUMNS),
    end: Math.min(count, Math.max(first + 1, end) + OVERSCAN_COLUMNS),
  };
}

/**
 * Places the columns of a grid.
 *
 * @param rendered the scrolling columns to render; null for all
 */
export function prepareColumnGeometry(
  { columns, frozenCount }: GridColumns,
  rendered: IndexRange | null,
): ColumnGeometry {
  const starts = columnStarts({ columns, frozenCount });
  const { first, end } = rendered ?? { first: frozenCount, end: columns.length };
  const placed = columns.flatMap((column, position): PlacedColumn[] => {
    const isFrozen = position < frozenCount;
    if (!isFrozen && (position < first || position >= end)) return [];
    return [
      {
        ...column,
        position,
        leftPx: isFrozen ? starts[position] : undefined,
        isLastFrozen: position === frozenCount - 1,
      },
    ];
  });
  return {
    placed,
    frozenCount,
    count: columns.length,
    gapPx: rendered && Math.max(0, (starts[first] ?? 0) - (starts[frozenCount] ?? 0)),
    hasFiller: columns.every(({ widthPx }) => widthPx !== null),
    minWidthPx: starts.at(-1) ?? 0,
  };
}
