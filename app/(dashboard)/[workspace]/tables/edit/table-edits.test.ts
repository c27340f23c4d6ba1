import { describe, expect, it } from "vitest";
import { editCounts, editedRows, NO_EDITS, updatesOf, withCell, withoutRow, withValueAt } from "./table-edits";

const line = (index: number | null, val: unknown) => ({ digest: `d${index}`, val, original_index: index });

describe("a value at a path", () => {
  it.each([
    [{ a: 1, b: 2 }, ["a"], 9, { a: 9, b: 2 }],
    [{ a: { b: [1, 2] } }, ["a", "b", 1], "x", { a: { b: [1, "x"] } }],
    [{ a: 1 }, ["b", "c"], true, { a: 1, b: { c: true } }],
    [{ a: [1] }, ["a", 3], 4, { a: [1, null, null, 4] }],
    [{ a: null }, ["a", "b"], 1, { a: { b: 1 } }],
  ])("of %j at %j is replaced", (root, path, value, expected) => {
    const before = JSON.stringify(root);
    expect(withValueAt(root, path, value)).toEqual(expected);
    expect(JSON.stringify(root)).toBe(before);
  });

  it("keeps the order of members, and treats names such as __proto__ as ordinary names", () => {
    expect(JSON.stringify(withValueAt({ z: 1, a: 2 }, ["z"], 3))).toBe('{"z":3,"a":2}');
    const changed = withValueAt({ a: 1 }, ["__proto__"], { b: 2 });
    expect(Object.keys(changed as object)).toEqual(["a", "__proto__"]);
    expect(({} as Record<string, unknown>).b).toBeUndefined();
  });
});

describe("edits of a table", () => {
  const rows = [line(0, { a: 1 }), line(1, { a: 2 }), line(2, { a: 3 })];

  it("show rows as they will be stored", () => {
    const [first, second] = rows;
    if (!first || !second) throw new Error("There are rows");
    const changed = withCell(NO_EDITS, first, ["a"], "new") ?? NO_EDITS;
    const edits = withoutRow(changed, second) ?? NO_EDITS;
    expect(editedRows(rows, edits).map(({ val }) => val)).toEqual([{ a: "new" }, { a: 3 }]);
    expect(editedRows(rows, NO_EDITS)).toBe(rows);
    expect(editCounts(edits)).toEqual({ changed: 1, deleted: 1 });
  });

  it("are sent from the last row to the first", () => {
    const [first, , third] = rows;
    if (!first || !third) throw new Error("There are rows");
    let edits = withCell(NO_EDITS, first, ["a"], 9) ?? NO_EDITS;
    edits = withoutRow(edits, third) ?? NO_EDITS;
    expect(updatesOf(edits)).toEqual([
      { pop: { index: 2 } },
      { pop: { index: 0 } },
      { insert: { index: 0, row: { a: 9 } } },
    ]);
  });

  it("are rejected for rows without a position or members", () => {
    expect(withCell(NO_EDITS, line(null, { a: 1 }), ["a"], 2)).toBeNull();
    expect(withCell(NO_EDITS, line(0, { a: 1 }), [], 2)).toBeNull();
    expect(withoutRow(NO_EDITS, line(null, {}))).toBeNull();
  });
});
