import type { ColumnTarget } from "@/lib/table/column-arrangement";

/** The cell that the keys move: a position among the loaded rows, and a column. */
export interface SheetCursor {
  readonly row: number;
  readonly columnId: string;
}

/** The actions of the sheet. */
export interface SheetActions {
  /** With `isAdding` the field becomes an additional sort key. */
  readonly onSort: (field: string, isAdding: boolean) => void;
  readonly onCellPressed: (cell: SheetCursor) => void;
  /** Null resets a column to its initial width. */
  readonly onResize: (columnId: string, width: number | null) => void;
  readonly onFoldGroup: (group: string) => void;
  /** Moves a column next to another, or by one position; absent when columns cannot be moved. */
  readonly onMove?: (columnId: string, target: ColumnTarget) => void;
  readonly onStep?: (columnId: string, by: -1 | 1) => void;
}
