"use client";

import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Grid } from "@/components/grid/grid";
import { indexesOf } from "@/components/grid/prepare-visible-rows";
import { useVisibleColumns } from "@/components/grid/use-visible-columns";
import { useVisibleRows } from "@/components/grid/use-visible-rows";
import type { Sort } from "@/lib/table/sort";
import type { SheetModel as SheetLayout } from "./prepare-sheet";
import type { SheetActions, SheetCursor } from "./sheet-actions";
import { SheetHead } from "./sheet-head";
import { cellElementId, type RenderCell, SheetRow } from "./sheet-row";

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
const HEAD_ROWS = 2;

/** The rows and columns of a table of the service, with the cell at the cursor. Only those on the screen are rendered. */
export function Sheet<Row>(props: SheetProps<Row>) {
  const { layout, widths, rows, count, rowHeightPx, cursor, actions, onRangeChange } = props;
  const { columns, frozenCount } = layout;
  const frame = useRef<HTMLDivElement>(null);
  const cursorIndex = cursor?.row ?? -1;
  const visible = useVisibleRows(frame, { count, rowHeightPx, headHeightPx: HEAD_HEIGHT_PX, cursorIndex });
  const sized = useMemo(
    () => ({ columns: columns.map(({ id, width }) => ({ id, widthPx: widths[id] ?? width })), frozenCount }),
    [columns, frozenCount, widths],
  );
  const geometry = useVisibleColumns(
    frame,
    sized,
    columns.findIndex(({ id }) => id === cursor?.columnId),
  );
  const { sort, columnMenu } = props;
  // The header stays the same element while rows scroll, so that it does not render with them.
  const head = useMemo(
    () => <SheetHead layout={layout} geometry={geometry} sort={sort} actions={actions} columnMenu={columnMenu} />,
    [layout, geometry, sort, actions, columnMenu],
  );
  const { first, last } = visible.inView;
  useEffect(() => onRangeChange(first, last), [first, last, onRangeChange]);
  return (
    <Grid
      label={props.label}
      frameRef={frame}
      frameClassName="border-t border-line"
      geometry={geometry}
      rows={visible}
      totalCount={props.totalCount}
      headRowCount={HEAD_ROWS}
      tabIndex={0}
      aria-activedescendant={cursor ? cellElementId(cursor) : undefined}
      onClick={(event) => {
        const cell = cellAt(event.target);
        if (cell) actions.onCellPressed(cell);
      }}
      head={head}
    >
      {indexesOf(visible).map((index) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <SheetRow
            key={index}
            row={row}
            index={index}
            ariaRowIndex={index + 1 + HEAD_ROWS}
            heightPx={rowHeightPx}
            columns={columns}
            geometry={geometry}
            cursorColumnId={index === cursorIndex ? (cursor?.columnId ?? null) : null}
            drawCell={props.drawCell}
            onCursorElement={props.onCursorElement}
          />
        );
      })}
    </Grid>
  );
}

/** The clicked cell, unless the click was on a control inside it. */
function cellAt(target: EventTarget): SheetCursor | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>("td[data-column]");
  const row = cell?.parentElement?.dataset.index;
  const columnId = cell?.dataset.column;
  return row === undefined || columnId === undefined ? null : { row: Number(row), columnId };
}
