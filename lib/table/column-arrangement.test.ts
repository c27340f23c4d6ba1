import { describe, expect, it } from "vitest";
import type { ColumnArrangement } from "./column-arrangement";
import {
  adjacentColumn,
  displayOrder,
  moveColumnNextTo,
  withHidden,
  withPinned,
  withWidth,
} from "./column-arrangement";

const columns = [{ id: "select", isFixed: true }, { id: "op" }, { id: "input" }, { id: "cost" }, { id: "user" }];
const first: ColumnArrangement = { order: ["select", "op", "input", "cost", "user"], hidden: [], widths: {} };

describe("the order of columns", () => {
  it("draws fixed columns, then pinned ones, then the others", () => {
    expect(displayOrder(columns, { ...first, pinned: ["cost"] })).toEqual(["select", "cost", "op", "input", "user"]);
  });

  it("skips missing columns", () => {
    expect(displayOrder(columns, { ...first, order: ["gone", ...first.order] })).toEqual(first.order);
  });

  it("puts a column before or after another", () => {
    expect(moveColumnNextTo(columns, first, "user", { id: "op", side: "before" }).order).toEqual([
      "select",
      "user",
      "op",
      "input",
      "cost",
    ]);
    expect(moveColumnNextTo(columns, first, "op", { id: "input", side: "after" }).order).toEqual([
      "select",
      "input",
      "op",
      "cost",
      "user",
    ]);
  });

  it("never moves next to a fixed column, nor moves one", () => {
    expect(moveColumnNextTo(columns, first, "op", { id: "select", side: "before" })).toBe(first);
    expect(moveColumnNextTo(columns, first, "select", { id: "op", side: "after" })).toBe(first);
  });

  it("pins columns put among pinned ones, and unpins those that leave them", () => {
    const pinned = withPinned(first, "op", true);
    expect(moveColumnNextTo(columns, pinned, "cost", { id: "op", side: "before" }).pinned).toEqual(["op", "cost"]);
    expect(moveColumnNextTo(columns, pinned, "op", { id: "cost", side: "after" }).pinned).toEqual([]);
  });

  it("finds the visible neighbor within the same part", () => {
    const hidden = withHidden(first, "input", true);
    expect(adjacentColumn(columns, hidden, "op", 1)).toEqual({ id: "cost", side: "after" });
    expect(adjacentColumn(columns, hidden, "op", -1)).toBeNull();
    expect(adjacentColumn(columns, withPinned(first, "op", true), "input", -1)).toBeNull();
    expect(adjacentColumn(columns, first, "user", 1)).toBeNull();
  });
});

describe("the appearance of columns", () => {
  it("keeps widths within bounds", () => {
    expect(withWidth(first, "op", 3.4).widths).toEqual({ op: 44 });
    expect(withWidth(first, "op", 180.4).widths).toEqual({ op: 180 });
    expect(withWidth(first, "op", 5000).widths).toEqual({ op: 1200 });
  });

  it("hides and pins once, and undoes both", () => {
    expect(withHidden(withHidden(first, "op", true), "op", true).hidden).toEqual(["op"]);
    expect(withHidden(withHidden(first, "op", true), "op", false).hidden).toEqual([]);
    expect(withPinned(withPinned(first, "op", true), "op", true).pinned).toEqual(["op"]);
    expect(withPinned(withPinned(first, "op", true), "op", false).pinned).toEqual([]);
  });
});
