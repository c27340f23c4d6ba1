import type { ReactNode } from "react";
import type { CellValue } from "@/lib/table/cell-value";
import type { ColumnFit } from "./fitted-widths";

/** One column of a table, as data. */
export interface TableColumn<Row> {
  readonly id: string;
  /** The name in the columns list, and for screen readers in glyph columns. */
  readonly label: string;
  /** The content of the header; the label when absent. */
  readonly head?: ReactNode;
  /** Pixels, or `flex` for a share of the remaining width. */
  readonly width: number | "flex";
  /** Measures the first rows, in place of a width in pixels. */
  readonly fit?: ColumnFit<Row>;
  readonly align?: "start" | "end";
  /** The service's name for sorting by this column; absent where it cannot sort. */
  readonly sortField?: string;
  /** Columns that identify a row cannot be hidden, moved or resized. */
  readonly isFixed?: boolean;
  /** Hidden by default. */
  readonly isHiddenAtFirst?: boolean;
  /** True for prose, which wraps in tall rows. */
  readonly isText?: boolean;
  /** Glyph columns have their own padding. */
  readonly cellClassName?: string;
  /** The actions on a cell's value; null where the cell has none. */
  readonly value?: (row: Row) => CellValue | null;
  readonly cell: (row: Row) => ReactNode;
}
