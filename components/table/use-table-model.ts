"use client";

import {
  type ColumnDef,
  type ColumnSizingState,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import { displayOrder, MAX_WIDTH_PX, MIN_WIDTH_PX } from "@/lib/table/column-arrangement";
import { MIN_FLEX_WIDTH_PX } from "./prepare-column-geometry";
import type { TableColumn } from "./table-column";

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
});

type TableModelOptions<Row> = {
  columns: readonly TableColumn<Row>[];
  /** Only the visible rows: the row model costs time for each row. */
  rows: Row[];
  rowId: (row: Row) => string;
  arrangement: ColumnArrangement;
  onArrange: (arrangement: ColumnArrangement) => void;
};

/** A TanStack Table model of the visible rows; the service sorts and filters. */
export function useTableModel<Row extends object>(options: TableModelOptions<Row>) {
  const { columns, rows, rowId, arrangement, onArrange } = options;
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.id,
          header: column.label,
          cell: ({ row }) => column.cell(row.original),
          size: column.width === "flex" ? MIN_FLEX_WIDTH_PX : column.width,
          minSize: column.isFixed ? 24 : MIN_WIDTH_PX,
          maxSize: MAX_WIDTH_PX,
          enableHiding: !column.isFixed,
          enableResizing: !column.isFixed,
        }),
      ),
    [columns],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(arrangement.hidden.map((id) => [id, false])),
    [arrangement.hidden],
  );
  const columnOrder = useMemo(() => displayOrder(columns, arrangement), [columns, arrangement]);
  const columnSizing = useMemo<ColumnSizingState>(() => ({ ...arrangement.widths }), [arrangement.widths]);
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    columnResizeMode: "onChange",
    state: { columnVisibility, columnOrder, columnSizing },
    onColumnSizingChange: (change) => {
      const widths = typeof change === "function" ? change(columnSizing) : change;
      onArrange({ ...arrangement, widths });
    },
  });
}

export type TableModel<Row extends object> = ReturnType<typeof useTableModel<Row>>;
