import { expect, it } from "vitest";
import { type ColumnFit, fittedWidths } from "./fitted-widths";

interface Call {
  readonly op: string;
}

const fit: ColumnFit<Call> = { text: ({ op }) => op, characterPx: 7, extraPx: 40, minPx: 100, maxPx: 300 };
const columns = [{ id: "op", fit }, { id: "cost" }];
const widthFor = (...ops: readonly string[]) =>
  fittedWidths(
    columns,
    ops.map((op) => ({ op })),
  ).get("op");

it("gives a column the width of its longest text", () => {
  expect(widthFor("short", "a".repeat(20))).toBe(20 * 7 + 40);
});

it("keeps a column within its limits", () => {
  expect(widthFor("a")).toBe(100);
  expect(widthFor("a".repeat(500))).toBe(300);
});

it("leaves columns without a measure, and all columns before the first row", () => {
  expect([...fittedWidths(columns, [{ op: "a" }]).keys()]).toEqual(["op"]);
  expect(fittedWidths(columns, []).size).toBe(0);
});
