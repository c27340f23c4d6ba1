"use client";

import {
  type ColumnDef,
  type ColumnSizingState,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { type GridColumns, MIN_FLEX_WIDTH_PX } from "@/components/grid/prepare-column-geometry";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import { displayOrder, MAX_WIDTH_PX, MIN_WIDTH_PX } from "@/lib/table/column-arrangement";
import { prepareShownColumns } from "./prepare-shown-columns";
import type { TableColumn } from "./table-column";

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature, columnSizingFeature });

type TableModelOptions<Row> = {
  columns: readonly TableColumn<Row>[];
  /** Only the visible rows: the row model costs time for each row. */
  rows: Row[];
  rowId: (row: Row) => string;
  arrangement: ColumnArrangement;
  /** Widths that follow the content. The user's own widths win. */
  fittedWidths: ReadonlyMap<string, number>;
};

/** A visible row with its id. */
export interface ModelRow<Row> {
  readonly id: string;
  readonly original: Row;
}

/** The columns of a table in the user's arrangement, and its visible rows. */
export interface TableModel<Row> {
  /** All columns by id. */
  readonly byId: ReadonlyMap<string, TableColumn<Row>>;
  /** The shown ones from left to right. */
  readonly shown: GridColumns;
  readonly rows: readonly ModelRow<Row>[];
}

/** A TanStack Table model of the visible rows; the service sorts and filters. */
export function useTableModel<Row extends object>(options: TableModelOptions<Row>): TableModel<Row> {
  const { columns, rows, rowId, arrangement, fittedWidths } = options;
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.id,
          header: column.label,
          cell: ({ row }) => column.cell(row.original),
          size: fittedWidths.get(column.id) ?? (column.width === "flex" ? MIN_FLEX_WIDTH_PX : column.width),
          minSize: column.isFixed ? 24 : MIN_WIDTH_PX,
          maxSize: MAX_WIDTH_PX,
          enableHiding: !column.isFixed,
        }),
      ),
    [columns, fittedWidths],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(arrangement.hidden.map((id) => [id, false])),
    [arrangement.hidden],
  );
  const columnOrder = useMemo(() => displayOrder(columns, arrangement), [columns, arrangement]);
  const columnSizing = useMemo<ColumnSizingState>(() => ({ ...arrangement.widths }), [arrangement.widths]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { columnVisibility, columnOrder, columnSizing },
  });
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const sizes = new Map(table.getVisibleLeafColumns().map((column) => [column.id, column.getSize()]));
  return { byId, shown: prepareShownColumns(byId, sizes, arrangement), rows: table.getRowModel().rows };
}
