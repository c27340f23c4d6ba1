import { valueAt } from "@/components/json/prepare-json";
import { DIGEST_ID, INDEX_ID, type SheetColumn } from "./prepare-sheet";
import type { TableLine } from "./stored-row";

/** The value of a cell; undefined where the row has none there. */
export function cellValue(row: TableLine, column: SheetColumn): unknown {
  if (column.id === INDEX_ID) return row.original_index ?? undefined;
  if (column.id === DIGEST_ID) return row.digest;
  return column.path === null ? undefined : valueAt(row.val, column.path);
}
