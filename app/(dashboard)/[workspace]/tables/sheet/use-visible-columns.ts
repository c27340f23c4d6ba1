"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useMemo } from "react";
import type { SheetColumn, SheetModel } from "./prepare-sheet";

const OVERSCAN = 4;

/** The columns that are in the document now: all frozen columns, and the others near the screen. */
export interface VisibleColumns {
  readonly columns: readonly SheetColumn[];
  /** Position of each among all shown columns, from 0. */
  readonly positions: readonly number[];
  readonly frozenCount: number;
  readonly widthOf: (column: SheetColumn) => number;
  /** Width in pixels of the columns between the frozen ones and the first rendered one. */
  readonly leftSpace: number;
  readonly totalWidth: number;
}

/** Chooses the columns to render: a table may have a thousand, a screen shows a dozen. */
export function useVisibleColumns(
  frame: RefObject<HTMLDivElement | null>,
  { columns, frozenCount }: SheetModel,
  widths: Readonly<Record<string, number>>,
  cursorColumnId: string | null,
): VisibleColumns {
  const widthOf = useMemo(() => (column: SheetColumn) => widths[column.id] ?? column.width, [widths]);
  const frozenWidth = columns.slice(0, frozenCount).reduce((sum, column) => sum + widthOf(column), 0);
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length - frozenCount,
    getScrollElement: () => frame.current,
    estimateSize: (index) => {
      const column = columns[frozenCount + index];
      return column ? widthOf(column) : 0;
    },
    overscan: OVERSCAN,
    paddingStart: frozenWidth,
    scrollPaddingStart: frozenWidth,
  });
  // The outside system is the scroll position: widths changed, or the cursor moved by a key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns and widths are the reason to measure again
  useEffect(() => virtualizer.measure(), [virtualizer, columns, widthOf]);
  const cursorIndex = columns.findIndex((column) => column.id === cursorColumnId) - frozenCount;
  useEffect(() => {
    if (cursorIndex >= 0) virtualizer.scrollToIndex(cursorIndex, { align: "auto" });
  }, [virtualizer, cursorIndex]);

  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const start = items[0]?.start ?? frozenWidth;
  const totalWidth = virtualizer.getTotalSize();
  return useMemo(() => {
    const positions = [...range(0, frozenCount), ...range(frozenCount + first, frozenCount + last + 1)];
    return {
      columns: positions.flatMap((position) => columns[position] ?? []),
      positions,
      frozenCount,
      widthOf,
      leftSpace: Math.max(0, start - frozenWidth),
      totalWidth,
    };
  }, [columns, frozenCount, first, last, start, frozenWidth, widthOf, totalWidth]);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
