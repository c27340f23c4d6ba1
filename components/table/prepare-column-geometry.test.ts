import { expect, it } from "vitest";
import { prepareColumnGeometry } from "./prepare-column-geometry";
import type { TableColumn } from "./table-column";

const column = (id: string, width: number | "flex", isFixed = false): [string, TableColumn<object>] => [
  id,
  { id, label: id, width, isFixed, cell: () => null },
];
const columns = new Map([column("select", 38, true), column("op", 192), column("input", "flex"), column("cost", 68)]);
const shown = ["select", "op", "input", "cost"];
const sizes = new Map([
  ["select", 38],
  ["op", 192],
  ["input", 160],
  ["cost", 68],
]);

it("gives the remaining width to a flexible column", () => {
  const geometry = prepareColumnGeometry(columns, shown, sizes, { widths: {} });
  expect(geometry.widths.get("input")).toBeNull();
  expect(geometry).toMatchObject({ minWidth: 38 + 192 + 160 + 68, lastStuck: null, hasFiller: false });
  expect(geometry.lefts.size).toBe(0);
});

it("adds an empty column where every width is set", () => {
  const resized = new Map(sizes).set("input", 300);
  const geometry = prepareColumnGeometry(columns, shown, resized, { widths: { input: 300 } });
  expect(geometry.widths.get("input")).toBe(300);
  expect(geometry.hasFiller).toBe(true);
});

it("keeps pinned columns, and fixed columns before them, at the left edge", () => {
  const order = ["select", "input", "op", "cost"];
  const geometry = prepareColumnGeometry(columns, order, sizes, { widths: {}, pinned: ["input"] });
  expect([...geometry.lefts]).toEqual([
    ["select", 0],
    ["input", 38],
  ]);
  expect(geometry).toMatchObject({ lastStuck: "input", hasFiller: true });
});
