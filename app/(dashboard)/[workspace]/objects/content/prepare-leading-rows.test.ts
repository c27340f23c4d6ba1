import { expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import type { TableRow } from "@/lib/api/contract/tables/tables";
import { leadingRows } from "./prepare-leading-rows";

const row = (original_index: number, json: string): TableRow => ({
  digest: `d${original_index}`,
  original_index,
  val: parseJson(json),
});

it("arranges rows by member name, in the order in which the rows use them", () => {
  const table = leadingRows([row(0, '{"id": 1.0, "trip": {"bags": 2}}'), row(1, '{"name": "Mia", "id": 2}')]);
  expect(table.columns).toEqual(["id", "trip", "name"]);
  expect(table.rows).toEqual([
    {
      index: 0,
      cells: [
        { text: "1.0", isNumber: true },
        { text: "{bags: 2}", isNumber: false },
        { text: null, isNumber: false },
      ],
    },
    {
      index: 1,
      cells: [
        { text: "2", isNumber: true },
        { text: null, isNumber: false },
        { text: "Mia", isNumber: false },
      ],
    },
  ]);
});

it("shows rows that are not objects, and reports how many columns are hidden", () => {
  expect(leadingRows([row(0, '"text"'), row(1, "[1]")]).columns).toEqual(["value"]);
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`c${index}`, index])));
  expect(leadingRows([row(0, wide)])).toMatchObject({ moreColumns: 3 });
  expect(leadingRows([])).toEqual({ columns: [], moreColumns: 0, rows: [] });
});
