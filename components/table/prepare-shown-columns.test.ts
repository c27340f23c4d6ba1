import { expect, it } from "vitest";
import { prepareShownColumns } from "./prepare-shown-columns";
import type { TableColumn } from "./table-column";

const column = (id: string, width: number | "flex", isFixed = false): [string, TableColumn<object>] => [
  id,
  { id, label: id, width, isFixed, cell: () => null },
];
const columns = new Map([column("select", 38, true), column("op", 192), column("input", "flex"), column("cost", 68)]);
const sizes = new Map([
  ["select", 38],
  ["op", 192],
  ["input", 160],
  ["cost", 68],
]);

it("gives a flexible column no width, so that it takes the remaining one", () => {
  const shown = prepareShownColumns(columns, sizes, { widths: {} });
  expect(shown.columns.map(({ widthPx }) => widthPx)).toEqual([38, 192, null, 68]);
  expect(shown.frozenCount).toBe(0);
});

it("keeps the width of a flexible column that the user resized", () => {
  const resized = new Map(sizes).set("input", 300);
  const shown = prepareShownColumns(columns, resized, { widths: { input: 300 } });
  expect(shown.columns[2]).toEqual({ id: "input", widthPx: 300 });
});

it("freezes pinned columns, and fixed columns before them, each with a width", () => {
  const inOrder = new Map(["select", "input", "op", "cost"].map((id) => [id, sizes.get(id) ?? 0]));
  const shown = prepareShownColumns(columns, inOrder, { widths: {}, pinned: ["input"] });
  expect(shown.columns.slice(0, shown.frozenCount)).toEqual([
    { id: "select", widthPx: 38 },
    { id: "input", widthPx: 160 },
  ]);
});
