import { rowSelectionOf, rowText } from "@/service/objects/tables/table-selection";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawLines } from "@/service/traces/handlers/raw-json";
import { readRows } from "@/service/traces/store/tables/table-reader";

/** Streams the rows of a page as lines, read while they are sent. */
export const streamTable: Handler<"table.queryStream"> = async function* ({ body }, { store, signal }) {
  for await (const rows of readRows(store, rowSelectionOf(body), signal)) {
    if (rows.length > 0) yield new RawLines(rows.map((row) => `${rowText(row)}\n`).join(""));
  }
};
