import { valueAt } from "@/components/json/prepare-json";
import type { TableRow } from "@/lib/api/contract/tables";
import { DIGEST_ID, INDEX_ID, type SheetColumn } from "./prepare-sheet";

/** The value of a cell; undefined where the row has none there. */
export function cellValue(row: TableRow, column: SheetColumn): unknown {
  if (column.id === INDEX_ID) return row.original_index ?? undefined;
  if (column.id === DIGEST_ID) return row.digest;
  return column.path === null ? undefined : valueAt(row.val, column.path);
}
