import { stepIndex } from "@/lib/table/step-index";
import type { SheetModel } from "./prepare-sheet";
import type { SheetCursor } from "./sheet-actions";

/** Returns the cell some rows and columns away, in the last row or column where the sheet ends. */
export function movedCell(
  { row, columnId }: SheetCursor,
  { columns }: Pick<SheetModel, "columns">,
  rowCount: number,
  by: { readonly rows: number; readonly columns: number },
): SheetCursor {
  const at = columns.findIndex(({ id }) => id === columnId);
  const column = columns[stepIndex(at, by.columns, columns.length)];
  return { row: stepIndex(row, by.rows, rowCount), columnId: column?.id ?? columnId };
}
