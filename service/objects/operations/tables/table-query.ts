import { checkResponseSize } from "@/service/kernel/checks/response-size";
import { rowSelectionOf, rowText } from "@/service/objects/tables/table-selection";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { readRows } from "@/service/traces/store/tables/table-reader";

/** Returns a page of rows. An unknown digest has none. */
export const queryTable: Handler<"table.query"> = async ({ body }, { store, signal }) => {
  const texts: string[] = [];
  let length = 0;
  for await (const rows of readRows(store, rowSelectionOf(body), signal)) {
    for (const row of rows) {
      const text = rowText(row);
      length += text.length;
      texts.push(text);
    }
    checkResponseSize(length, "Request fewer rows with `limit`, or use /table/query_stream.");
  }
  return new RawJson(`{"rows":[${texts.join(",")}]}`);
};
