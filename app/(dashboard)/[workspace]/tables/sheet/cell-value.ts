import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { valueAt } from "@/lib/json/value/json-path";
import { DIGEST_ID, INDEX_ID, type SheetColumn } from "./prepare-sheet";

/** Returns the value of a cell; undefined when the row has none. */
export function cellValue(row: TableLine, column: SheetColumn): unknown {
  if (column.id === INDEX_ID) return row.original_index ?? undefined;
  if (column.id === DIGEST_ID) return row.digest;
  return column.path === null ? undefined : valueAt(row.val, column.path);
}
