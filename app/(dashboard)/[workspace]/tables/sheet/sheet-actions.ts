import type { ColumnTarget } from "./prepare-column-order";

/** The cell that the keys move: a position among the loaded rows, and a column. */
export interface SheetCursor {
  readonly row: number;
  readonly columnId: string;
}

/** What a person can do in the sheet. */
export interface SheetActions {
  /** With `isAdding` the field becomes a further sort key. */
  readonly onSort: (field: string, isAdding: boolean) => void;
  readonly onCellPressed: (cell: SheetCursor) => void;
  /** Null gives a column its first width again. */
  readonly onResize: (columnId: string, width: number | null) => void;
  readonly onFoldGroup: (group: string) => void;
  /** Puts a column beside another, or a step to one side; absent where columns stay where they are. */
  readonly onMove?: (columnId: string, target: ColumnTarget) => void;
  readonly onStep?: (columnId: string, by: -1 | 1) => void;
}
