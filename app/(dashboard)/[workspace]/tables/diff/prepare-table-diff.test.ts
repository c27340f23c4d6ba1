import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareSheet } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { FieldDiscovery } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { runSynchronously } from "@/lib/scheduling/run-in-time-slices";
import * as sliced from "./prepare-table-diff";
import { countKinds, isCellChanged, type RowDifference } from "./prepare-table-diff";

const diffTables = (...args: Parameters<typeof sliced.diffTables>) => runSynchronously(sliced.diffTables(...args));
const keyCandidates = (...args: Parameters<typeof sliced.keyCandidates>) =>
  runSynchronously(sliced.keyCandidates(...args));
const longestRise = (...args: Parameters<typeof sliced.longestIncreasingSubsequence>) =>
  runSynchronously(sliced.longestIncreasingSubsequence(...args));
const countChanges = (...args: Parameters<typeof sliced.countCellChanges>) =>
  runSynchronously(sliced.countCellChanges(...args));

const none: ReadonlySet<string> = new Set();

/** Rows whose digest is the text of their value: equal values are equal rows. */
const tableOf = (values: readonly unknown[]): TableLine[] =>
  values.map((val, index) => ({ digest: JSON.stringify(val), val, original_index: index }));

function columnsOf(...tables: readonly (readonly TableLine[])[]) {
  const discovery = new FieldDiscovery(none);
  discovery.add(tables.flat());
  return prepareSheet(discovery.root, { folded: none, hidden: none, frozen: none }).all;
}

function columnOf(tables: readonly (readonly TableLine[])[], id: string) {
  const column = columnsOf(...tables).find((candidate) => candidate.id === id);
  if (!column) throw new Error(`There is no column ${id}.`);
  return column;
}

const reported = (rows: readonly RowDifference[]) =>
  rows.map(({ kind, before, after }) => `${kind} ${before?.original_index ?? "-"} ${after?.original_index ?? "-"}`);

describe("comparing two tables", () => {
  it("finds added and removed rows, at their positions", () => {
    expect(reported(diffTables(tableOf(["a", "b", "c"]), tableOf(["a", "x", "c"]), null))).toEqual([
      "same 0 0",
      "added - 1",
      "removed 1 -",
      "same 2 2",
    ]);
  });

  it("pairs changed rows by their key, and none without a key", () => {
    const before = tableOf([
      { id: 1, n: "a" },
      { id: 2, n: "b" },
    ]);
    const after = tableOf([
      { id: 1, n: "a" },
      { id: 2, n: "B" },
    ]);
    const key = columnOf([before, after], "id");
    expect(reported(diffTables(before, after, key))).toEqual(["same 0 0", "changed 1 1"]);
    expect(countKinds(diffTables(before, after, null))).toMatchObject({ added: 1, removed: 1, changed: 0 });
  });

  it("reports moved rows only where the order changed, not where rows were inserted before", () => {
    expect(reported(diffTables(tableOf(["a", "b", "c"]), tableOf(["x", "a", "b", "c"]), null)).slice(1)).toEqual([
      "same 0 1",
      "same 1 2",
      "same 2 3",
    ]);
    const kinds = countKinds(diffTables(tableOf(["a", "b", "c"]), tableOf(["c", "a", "b"]), null));
    expect(kinds).toMatchObject({ moved: 1, same: 2 });
  });

  it("matches copies of a row as often as both tables have it", () => {
    const kinds = countKinds(diffTables(tableOf(["a", "a", "a"]), tableOf(["a", "a"]), null));
    expect(kinds).toEqual({ added: 0, removed: 1, changed: 0, moved: 0, same: 2 });
  });

  it("never pairs rows that lack a key", () => {
    const before = tableOf([{ id: null, n: 1 }]);
    const after = tableOf([{ id: null, n: 2 }]);
    const key = columnOf([tableOf([{ id: 1 }])], "id");
    expect(countKinds(diffTables(before, after, key))).toMatchObject({ added: 1, removed: 1, changed: 0 });
  });

  it('distinguishes the key 1 from the key "1"', () => {
    const before = tableOf([{ id: 1 }]);
    const after = tableOf([{ id: "1" }]);
    expect(countKinds(diffTables(before, after, columnOf([before, after], "id"))).changed).toBe(0);
  });

  it("returns each row of both tables once, whatever it contains", () => {
    const values = fc.array(fc.record({ id: fc.nat(6), n: fc.nat(3) }), { maxLength: 30 });
    fc.assert(
      fc.property(values, values, (left, right) => {
        const [before, after] = [tableOf(left), tableOf(right)];
        const rows = diffTables(before, after, columnOf([tableOf([{ id: 1 }])], "id"));
        const places = (side: "before" | "after") => rows.flatMap((row) => row[side]?.original_index ?? []);
        expect(places("after")).toEqual(after.map(({ original_index }) => original_index));
        expect(places("before").sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
          before.map(({ original_index }) => original_index),
        );
      }),
    );
  });
});

describe("the longest increasing subsequence", () => {
  it("is marked, and absent positions are ignored", () => {
    expect([...longestRise([4, 0, -1, 1, 2, 3])]).toEqual([0, 1, 0, 1, 1, 1]);
    expect([...longestRise([])]).toEqual([]);
  });
});

describe("the changed cells of a row", () => {
  const before = tableOf([
    { id: 1, task: { note: "a" }, tags: [1] },
    { id: 2, task: { note: "b" } },
  ]);
  const after = tableOf([
    { id: 1, task: { note: "a" }, tags: [1, 2] },
    { id: 2, task: { note: "c" }, tags: null },
  ]);
  const key = columnOf([before, after], "id");
  const rows = diffTables(before, after, key);
  const columns = columnsOf(before, after);

  it("are counted for each column", () => {
    expect([...countChanges(rows, columns)]).toEqual([
      ["task.note", 1],
      ["tags", 2],
    ]);
  });

  it("include a value that is null and was missing", () => {
    const [, second] = rows;
    if (!second) throw new Error("There is no second row.");
    expect(isCellChanged(second, columnOf([before, after], "tags"))).toBe(true);
  });
});

describe("a key column", () => {
  it("has different values in all rows of both tables, a column named like a key first", () => {
    const before = tableOf([
      { group: 1, text: "x", id: "a" },
      { group: 1, text: "y", id: "b" },
    ]);
    const after = tableOf([{ group: 1, text: "x", id: "a" }]);
    expect(keyCandidates(before, after, columnsOf(before, after)).map(({ id }) => id)).toEqual(["id", "text"]);
  });

  it("is not offered when a row lacks it", () => {
    const before = tableOf([{ id: "a" }, { other: 1 }]);
    expect(keyCandidates(before, tableOf([{ id: "a" }]), columnsOf(before))).toEqual([]);
  });
});
