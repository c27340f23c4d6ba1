"use client";

import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Grid } from "@/components/grid/grid";
import { prepareColumnGeometry } from "@/components/grid/prepare-column-geometry";
import { OVERSCAN_ROWS } from "@/components/grid/prepare-visible-rows";
import { useRowAnchor } from "@/components/grid/use-row-anchor";
import { useVisibleRows } from "@/components/grid/use-visible-rows";
import { classNames } from "@/lib/style/class-names";
import { type ColumnArrangement, withWidth } from "@/lib/table/column-arrangement";
import type { RowTone } from "@/lib/table/row-tone";
import type { Sort } from "@/lib/table/sort";
import type { CellActions } from "./cell-actions";
import { DataTableHead, type HeadActions } from "./data-table-head";
import { DataTableRow, HEAD_ROWS } from "./data-table-row";
import type { TableColumn } from "./table-column";
import { useFittedWidths } from "./use-fitted-widths";
import { useTableModel } from "./use-table-model";

export type DataTableProps<Row extends object> = {
  label: string;
  columns: readonly TableColumn<Row>[];
  /** The number of loaded rows; only visible ones are requested. */
  count: number;
  rowAt: (index: number) => Row | undefined;
  rowId: (row: Row) => string;
  /** The index of a row, -1 when it is missing: keeps the scroll position when rows are added above. */
  indexOf?: (id: string) => number;
  /** Identifies the list: another list starts at its top. */
  listKey?: string;
  /** Identifies what the rows contain: columns that follow their content are measured again. Null: not now. */
  contentKey?: string | null;
  rowHeightPx: number;
  /** The total number of rows, loaded or not; null when unknown. */
  totalCount: number | null;
  sort: Sort | null;
  onSortChange: (field: string) => void;
  arrangement: ColumnArrangement;
  onArrange: (arrangement: ColumnArrangement) => void;
  /** Header menus and column moves; absent where the column order is fixed. */
  headActions?: HeadActions;
  /** Absent where cells have no actions. */
  cellActions?: CellActions;
  selected: ReadonlySet<string>;
  /** The row at the keyboard cursor, -1 for none. */
  cursorIndex: number;
  /** True where nothing in the rows takes the focus: the table takes it, so that keys can scroll it. */
  takesFocus?: boolean;
  rowTone: (row: Row) => RowTone;
  onRowPressed: (row: Row) => void;
  /** Called when the last loaded rows come near the viewport. */
  onNearEnd: () => void;
  /** The first and last visible row. */
  onRangeChange: (first: number, last: number) => void;
  /** Shown under the last row: arriving rows, a cut-short notice. */
  children?: ReactNode;
};

const HEAD_HEIGHT_PX = 28;

/** The shared table: virtual rows under a sticky header, with the user's columns. It contains no domain logic. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, count, rowAt, rowId, rowHeightPx, arrangement, onArrange, cursorIndex } = props;
  const { onNearEnd, onRangeChange } = props;
  const frame = useRef<HTMLDivElement>(null);
  const idAt = (index: number) => {
    const row = rowAt(index);
    return row && rowId(row);
  };
  const rows = useVisibleRows(frame, {
    count,
    rowHeightPx,
    headHeightPx: HEAD_HEIGHT_PX,
    cursorIndex,
    cursorId: cursorIndex < 0 ? undefined : idAt(cursorIndex),
  });
  useRowAnchor(frame, { listKey: props.listKey ?? "", rowHeightPx, idAt, indexOf: props.indexOf });
  const { first, end } = rows;
  const windowRows = useMemo(
    () => Array.from({ length: end - first }, (_, offset) => rowAt(first + offset)).filter((row) => row !== undefined),
    [rowAt, first, end],
  );
  const fittedWidths = useFittedWidths({ columns, count, rowAt, contentKey: props.contentKey ?? null });
  const table = useTableModel({ columns, rows: windowRows, rowId, arrangement, fittedWidths });
  const geometry = prepareColumnGeometry(table.shown, null);
  useEffect(() => {
    onRangeChange(first, end - 1);
    if (end >= count - OVERSCAN_ROWS) onNearEnd();
  }, [first, end, count, onRangeChange, onNearEnd]);
  return (
    <Grid
      label={props.label}
      frameRef={frame}
      geometry={geometry}
      rows={rows}
      totalCount={props.totalCount}
      headRowCount={HEAD_ROWS}
      aria-multiselectable="true"
      {...(props.takesFocus ? { tabIndex: 0 } : {})}
      head={
        <DataTableHead
          columns={table.byId}
          geometry={geometry}
          sort={props.sort}
          onSortChange={props.onSortChange}
          onResize={(id, widthPx) => onArrange(withWidth(arrangement, id, widthPx))}
          actions={props.headActions}
        />
      }
      after={
        <div className={classNames("sticky left-0", count === 0 && "grid min-h-[calc(100%-28px)]")}>
          {props.children}
        </div>
      }
    >
      {table.rows.map((row, offset) => (
        <DataTableRow
          key={row.id}
          row={row}
          columns={table.byId}
          geometry={geometry}
          index={first + offset}
          heightPx={rowHeightPx}
          tone={props.rowTone(row.original)}
          isSelected={props.selected.has(row.id)}
          isCursor={first + offset === cursorIndex}
          cellActions={props.cellActions}
          onPressed={() => props.onRowPressed(row.original)}
        />
      ))}
    </Grid>
  );
}
