import { expect, it } from "vitest";
import { movedCell } from "./prepare-cell-move";
import type { SheetColumn } from "./prepare-sheet";

const column = (id: string): SheetColumn => ({
  id,
  path: [id],
  label: id,
  group: null,
  type: "str",
  isNumeric: false,
  sortField: id,
  width: 100,
  canExpand: false,
});
const sheet = { columns: ["#", "a", "b"].map(column) };
const all = Number.MAX_SAFE_INTEGER;

it("moves by rows and by columns", () => {
  expect(movedCell({ row: 4, columnId: "a" }, sheet, 10, { rows: 1, columns: 0 })).toEqual({ row: 5, columnId: "a" });
  expect(movedCell({ row: 4, columnId: "a" }, sheet, 10, { rows: 0, columns: -1 })).toEqual({ row: 4, columnId: "#" });
});

it("stops at the edges of the sheet", () => {
  expect(movedCell({ row: 4, columnId: "a" }, sheet, 10, { rows: 20, columns: 20 })).toEqual({ row: 9, columnId: "b" });
  expect(movedCell({ row: 4, columnId: "a" }, sheet, 10, { rows: -all, columns: -all })).toEqual({
    row: 0,
    columnId: "#",
  });
});

it("moves to the first column from one that is hidden now", () => {
  expect(movedCell({ row: 4, columnId: "gone" }, sheet, 10, { rows: 0, columns: 1 })).toEqual({
    row: 4,
    columnId: "#",
  });
});
