"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { SpacerRow } from "@/components/table/spacer-row";
import type { Sort } from "@/lib/table/sort";
import type { SheetModel as SheetLayout } from "./prepare-sheet";
import type { SheetActions, SheetCursor } from "./sheet-actions";
import { SheetHead } from "./sheet-head";
import { cellElementId, type RenderCell, SheetRow } from "./sheet-row";
import { useVisibleColumns, type VisibleColumns } from "./use-visible-columns";

type SheetProps<Row> = {
  label: string;
  layout: SheetLayout;
  widths: Readonly<Record<string, number>>;
  rows: readonly Row[];
  /** Rows grow in place: a changed count means new rows. */
  count: number;
  totalCount: number | null;
  rowHeightPx: number;
  sort: readonly Sort[];
  cursor: SheetCursor | null;
  /** Renders a cell; another function renders all cells again. */
  drawCell: RenderCell<Row>;
  actions: SheetActions;
  /** Renders the popover of the type in a column's header. */
  columnMenu: (column: SheetLayout["columns"][number]) => ReactNode;
  onRangeChange: (first: number, last: number) => void;
  onCursorElement: (element: HTMLElement | null) => void;
};

const HEAD_HEIGHT_PX = 50;

const OVERSCAN = 10;
const HEAD_ROWS = 2;

/**
 * Shows the rows and columns of a table as an HTML table that scrolls in its own frame. Only those on the screen are
 * rendered.
 */
export function Sheet<Row>(props: SheetProps<Row>) {
  const { layout, widths, rows, count, rowHeightPx: rowHeight, cursor, actions, onRangeChange } = props;
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    paddingStart: HEAD_HEIGHT_PX,
    scrollPaddingStart: HEAD_HEIGHT_PX,
  });
  const drawn = useVisibleColumns(frame, layout, widths, cursor?.columnId ?? null);
  const items = virtualizer.getVirtualItems();
  // The sticky header covers as much at the top as it takes before the first row.
  const scrolled = virtualizer.scrollOffset ?? 0;
  const first = Math.floor(scrolled / rowHeight);
  const inFrame = (virtualizer.scrollRect?.height ?? 0) - HEAD_HEIGHT_PX;
  const last = Math.min(count, Math.ceil((scrolled + inFrame) / rowHeight)) - 1;
  const cursorRow = cursor?.row ?? -1;

  // The outside system is the scroll position: the row heights changed, or the cursor moved by a key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height is the reason to measure again
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => {
    if (cursorRow >= 0) virtualizer.scrollToIndex(cursorRow, { align: "auto" });
  }, [virtualizer, cursorRow]);
  useEffect(() => onRangeChange(first, last), [first, last, onRangeChange]);

  const above = Math.max(0, (items[0]?.start ?? HEAD_HEIGHT_PX) - HEAD_HEIGHT_PX);
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? virtualizer.getTotalSize());
  const frozenLefts = useMemo(() => leftsOf(drawn, layout.frozenCount), [drawn, layout.frozenCount]);
  return (
    <div ref={frame} className="relative min-h-0 flex-1 overflow-auto border-t border-line">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the page move the cursor and open cells */}
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells take the cursor, so the table is a grid
        role="grid"
        aria-label={props.label}
        aria-rowcount={props.totalCount === null ? -1 : props.totalCount + HEAD_ROWS}
        aria-colcount={layout.columns.length}
        tabIndex={0}
        aria-activedescendant={cursor ? cellElementId(cursor) : undefined}
        onClick={(event) => {
          const cell = cellAt(event.target);
          if (cell) actions.onCellPressed(cell);
        }}
        style={{ width: drawn.totalWidth }}
        className="min-w-full table-fixed border-separate border-spacing-0 text-small outline-offset-[-2px]"
      >
        <colgroup>
          {drawn.columns.slice(0, layout.frozenCount).map((column) => (
            <col key={column.id} style={{ width: drawn.widthOf(column) }} />
          ))}
          <col style={{ width: drawn.leftSpace }} />
          {drawn.columns.slice(layout.frozenCount).map((column) => (
            <col key={column.id} style={{ width: drawn.widthOf(column) }} />
          ))}
          <col />
        </colgroup>
        <SheetHead
          layout={layout}
          drawn={drawn}
          frozenLefts={frozenLefts}
          sort={props.sort}
          actions={actions}
          columnMenu={props.columnMenu}
        />
        <tbody>
          <SpacerRow height={above} span={drawn.columns.length + 2} />
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <SheetRow
                key={item.index}
                row={row}
                index={item.index}
                ariaRowIndex={item.index + 1 + HEAD_ROWS}
                height={rowHeight}
                drawn={drawn}
                frozenLefts={frozenLefts}
                cursorColumnId={item.index === cursorRow ? (cursor?.columnId ?? null) : null}
                drawCell={props.drawCell}
                onCursorElement={props.onCursorElement}
              />
            );
          })}
          <SpacerRow height={below} span={drawn.columns.length + 2} />
        </tbody>
      </table>
    </div>
  );
}

/** Offset of each frozen column from the left edge, in pixels. */
function leftsOf(drawn: VisibleColumns, frozenCount: number): readonly number[] {
  let left = 0;
  return drawn.columns.slice(0, frozenCount).map((column) => {
    const at = left;
    left += drawn.widthOf(column);
    return at;
  });
}

/** The clicked cell, unless the click was on a control inside it. */
function cellAt(target: EventTarget): SheetCursor | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>("td[data-column]");
  const row = cell?.parentElement?.dataset.index;
  const columnId = cell?.dataset.column;
  return row === undefined || columnId === undefined ? null : { row: Number(row), columnId };
}
