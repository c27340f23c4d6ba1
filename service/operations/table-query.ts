import type { Handler } from "@/service/http/handler";
import { RawJson } from "@/service/http/raw-json";
import { checkAnswerSize } from "@/service/operations/answer-size";
import { rowText, selectionOf } from "@/service/operations/table-selection";
import { readRows } from "@/service/store/table-reader";

/** A page of rows. A digest that is no table's gives none. */
export const queryTable: Handler<"table.query"> = async ({ body }, { store, signal }) => {
  const texts: string[] = [];
  let length = 0;
  for await (const rows of readRows(store, selectionOf(body), signal)) {
    for (const row of rows) {
      const text = rowText(row);
      length += text.length;
      texts.push(text);
    }
    checkAnswerSize(length, "Ask for fewer rows with `limit`, or use /table/query_stream.");
  }
  return new RawJson(`{"rows":[${texts.join(",")}]}`);
};
