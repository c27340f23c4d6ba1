import type { Handler } from "@/service/http/handler";
import { RawLines } from "@/service/http/raw-json";
import { rowText, selectionOf } from "@/service/operations/table-selection";
import { readRows } from "@/service/store/table-reader";

/** The rows of a page as lines, read while they are sent. */
export const streamTable: Handler<"table.queryStream"> = async function* ({ body }, { store, signal }) {
  for await (const rows of readRows(store, selectionOf(body), signal)) {
    if (rows.length > 0) yield new RawLines(rows.map((row) => `${rowText(row)}\n`).join(""));
  }
};
