"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { classNames } from "@/lib/style/class-names";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import type { RowTone } from "@/lib/table/row-tone";
import type { Sort } from "@/lib/table/sort";
import type { CellActions } from "./cell-actions";
import { DataTableHead } from "./data-table-head";
import type { HeadActions } from "./data-table-head-cell";
import { DataTableRow } from "./data-table-row";
import { prepareColumnGeometry } from "./prepare-column-geometry";
import { SpacerRow } from "./spacer-row";
import type { TableColumn } from "./table-column";
import { useRowAnchor } from "./use-row-anchor";
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
  rowTone: (row: Row) => RowTone;
  onRowPressed: (row: Row) => void;
  /** Called when the last loaded rows come near the viewport. */
  onNearEnd: () => void;
  /** The first and last visible row. */
  onRangeChange: (first: number, last: number) => void;
  /** Shown under the last row: arriving rows, a cut-short notice. */
  children?: ReactNode;
};

const OVERSCAN = 8;
const HEAD_HEIGHT_PX = 28;

/** The shared table: virtual rows in a real table, a sticky header, its own scrolling. It contains no domain logic. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    columns,
    count,
    rowAt,
    rowId,
    rowHeightPx: rowHeight,
    arrangement,
    onArrange,
    onNearEnd,
    onRangeChange,
    cursorIndex,
  } = props;
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollPaddingStart: HEAD_HEIGHT_PX,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const windowRows = useMemo(
    () =>
      Array.from({ length: last - first + 1 }, (_, offset) => rowAt(first + offset)).filter((row) => row !== undefined),
    [rowAt, first, last],
  );
  const table = useTableModel({ columns, rows: windowRows, rowId, arrangement, onArrange });
  const idAt = (index: number) => {
    const row = rowAt(index);
    return row && rowId(row);
  };
  const cursorId = cursorIndex < 0 ? undefined : idAt(cursorIndex);

  useRowAnchor({ frame, virtualizer, listKey: props.listKey ?? "", rowHeight, idAt, indexOf: props.indexOf });
  // The outside system is the scroll position: the row height changed, or a key moved the cursor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height is the reason to measure again
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a cursor whose row only moved down did not move itself
  useEffect(() => {
    if (cursorIndex >= 0) virtualizer.scrollToIndex(cursorIndex, { align: "auto" });
  }, [virtualizer, cursorId]);
  useEffect(() => {
    onRangeChange(first, last);
    if (last >= count - 1 - OVERSCAN) onNearEnd();
  }, [first, last, count, onRangeChange, onNearEnd]);

  const visible = table.getVisibleLeafColumns();
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const geometry = prepareColumnGeometry(
    byId,
    visible.map(({ id }) => id),
    new Map(visible.map((column) => [column.id, column.getSize()])),
    arrangement,
  );
  const span = visible.length + (geometry.hasFiller ? 1 : 0);
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={frame} className="relative min-h-0 flex-1 overflow-auto">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows take the cursor, so the table is a grid
        role="grid"
        aria-label={props.label}
        aria-rowcount={props.totalCount === null ? -1 : props.totalCount + 1}
        aria-colcount={visible.length}
        aria-multiselectable="true"
        style={{ minWidth: geometry.minWidth }}
        className="w-full table-fixed border-separate border-spacing-0 text-small"
      >
        <colgroup>
          {[...geometry.widths].map(([id, width]) => (
            <col key={id} style={width === null ? undefined : { width }} />
          ))}
          {geometry.hasFiller ? <col /> : null}
        </colgroup>
        <DataTableHead
          table={table}
          columns={byId}
          geometry={geometry}
          sort={props.sort}
          onSortChange={props.onSortChange}
          actions={props.headActions}
        />
        <tbody>
          <SpacerRow height={above} span={span} />
          {table.getRowModel().rows.map((row, offset) => (
            <DataTableRow
              key={row.id}
              row={row}
              columns={byId}
              geometry={geometry}
              index={first + offset}
              height={rowHeight}
              tone={props.rowTone(row.original)}
              isSelected={props.selected.has(row.id)}
              isCursor={first + offset === cursorIndex}
              cellActions={props.cellActions}
              onPressed={() => props.onRowPressed(row.original)}
            />
          ))}
          <SpacerRow height={below} span={span} />
        </tbody>
      </table>
      <div className={classNames("sticky left-0", count === 0 && "grid min-h-[calc(100%-28px)]")}>{props.children}</div>
    </div>
  );
}
