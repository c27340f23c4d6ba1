import { describe, expect, it } from "vitest";
import { FieldDiscovery } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { stepTarget, withMoved } from "./prepare-column-order";
import { prepareSheet, type SheetView } from "./prepare-sheet";

const nothing: ReadonlySet<string> = new Set();

function sheetOf(values: readonly unknown[], view: Partial<SheetView> = {}) {
  const discovery = new FieldDiscovery(new Set());
  discovery.add(values.map((val) => ({ val })));
  return prepareSheet(discovery.root, { folded: nothing, hidden: nothing, frozen: nothing, ...view });
}

const row = { a: 1, b: 2, c: 3, d: 4 };
const ids = (view: Partial<SheetView>, values: readonly unknown[] = [row]) =>
  sheetOf(values, view).columns.map(({ id }) => id);

describe("a moved column", () => {
  it("is next to its target, and only the columns up to there are named", () => {
    const moved = withMoved(sheetOf([row]), [], { freeze: [] }, "c", { id: "a", side: "before" });
    expect(moved).toEqual({ order: ["@digest", "c"], freeze: [] });
    expect(ids({ order: moved.order })).toEqual(["#", "@digest", "c", "a", "b", "d"]);
  });

  it("leaves no trace in the address when it returns", () => {
    const there = withMoved(sheetOf([row]), [], { freeze: [] }, "a", { id: "b", side: "after" });
    const back = withMoved(sheetOf([row], there), [], there, "a", { id: "b", side: "before" });
    expect(back.order).toEqual([]);
  });

  it("keeps its place when rows with further columns arrive", () => {
    const { order } = withMoved(sheetOf([row]), [], { freeze: [] }, "@digest", { id: "d", side: "after" });
    expect(ids({ order }, [row, { ...row, late: 1 }])).toEqual(["#", "a", "b", "c", "d", "@digest", "late"]);
  });

  it("becomes frozen next to a frozen column, and unfrozen next to others", () => {
    const sheet = sheetOf([row], { frozen: new Set(["b"]) });
    const frozen = withMoved(sheet, [], { freeze: ["b"] }, "d", { id: "b", side: "before" });
    expect(frozen.freeze).toEqual(["b", "d"]);
    expect(ids({ order: frozen.order, frozen: new Set(frozen.freeze) })).toEqual(["#", "d", "b", "@digest", "a", "c"]);
    const freed = withMoved(sheetOf([row], { order: frozen.order, frozen: new Set(frozen.freeze) }), [], frozen, "d", {
      id: "c",
      side: "after",
    });
    expect(freed.freeze).toEqual(["b"]);
  });

  it("never comes before the row number", () => {
    const sheet = sheetOf([row]);
    const refused = withMoved(sheet, [], { freeze: [] }, "a", { id: "#", side: "before" });
    expect(refused.order).toEqual([]);
  });
});

describe("moving a column by one position", () => {
  it("skips hidden columns and stops at the edges", () => {
    const sheet = sheetOf([row]);
    expect(stepTarget(sheet, ["b"], [], "a", 1)).toEqual({ id: "c", side: "after" });
    expect(stepTarget(sheet, [], [], "@digest", -1)).toBeNull();
    expect(stepTarget(sheet, [], [], "d", 1)).toBeNull();
    expect(stepTarget(sheet, [], [], "#", 1)).toBeNull();
  });

  it("stays among the frozen columns", () => {
    const sheet = sheetOf([row], { frozen: new Set(["c"]) });
    expect(stepTarget(sheet, [], ["c"], "c", 1)).toBeNull();
  });
});
