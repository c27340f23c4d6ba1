import type { ReactNode } from "react";
import type { CellValue } from "@/lib/table/cell-value";

/** One column of a table, as data. */
export interface TableColumn<Row> {
  readonly id: string;
  /** The name in the columns list, and for readers of glyph columns. */
  readonly label: string;
  /** What stands in the head; the label when absent. */
  readonly head?: ReactNode;
  /** Pixels, or `flex` for a share of what is left. */
  readonly width: number | "flex";
  readonly align?: "start" | "end";
  /** The service's name for sorting by this column; absent where it cannot sort. */
  readonly sortField?: string;
  /** Of a column with two figures: a name for each, and a button of its own in the head. */
  readonly sortFields?: readonly { readonly field: string; readonly label: string }[];
  /** Columns that make a row recognisable cannot be hidden, moved or resized. */
  readonly isFixed?: boolean;
  /** Hidden until chosen. */
  readonly isHiddenAtFirst?: boolean;
  /** Glyph columns have their own padding. */
  readonly cellClassName?: string;
  /** What can be done with a cell's value; null where the cell has none. */
  readonly value?: (row: Row) => CellValue | null;
  readonly cell: (row: Row) => ReactNode;
}
