import type { ReactNode } from "react";

/** The value of a cell, as its actions take it. */
export interface CellValue {
  /** What is copied. */
  readonly text: string;
  /** The term that filters for it; null where the service cannot filter by it. */
  readonly term: string | null;
}

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

export interface Sort {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** What a person arranged: which columns, in which order, how wide. */
export interface ColumnArrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  /** Columns that stay at the left edge while others scroll; none when absent. */
  readonly pinned?: readonly string[];
}

/** The arrangement that a table starts with. */
export function firstArrangement<Row>(columns: readonly TableColumn<Row>[]): ColumnArrangement {
  return {
    order: columns.map((column) => column.id),
    hidden: columns.filter((column) => column.isHiddenAtFirst).map((column) => column.id),
    widths: {},
  };
}

/** The next sort after a click on a head: numbers and times begin with the largest, then turn. */
export function nextSort(current: Sort | null, field: string): Sort {
  if (current?.field !== field) return { field, direction: "desc" };
  return { field, direction: current.direction === "desc" ? "asc" : "desc" };
}
