import { describe, expect, it } from "vitest";
import { adjacentMark, maxColumnTotal, stackColumns } from "./stacks";

const buckets = [0, 1, 2].map((index) => ({ startMs: index * 60_000, endMs: (index + 1) * 60_000 }));
const series = [
  { key: "a", counts: [3, 0, 1] },
  { key: "b", counts: [2, 0, 0] },
  { key: "errors", counts: [1, 0, 4] },
];
const columns = stackColumns(buckets, series, new Set());

describe("stacked columns", () => {
  it("put each series on top of the one before, with no segment for zero", () => {
    expect(columns.map(({ total }) => total)).toEqual([6, 0, 5]);
    expect(columns[0]?.segments).toEqual([
      { key: "a", from: 0, to: 3 },
      { key: "b", from: 3, to: 5 },
      { key: "errors", from: 5, to: 6 },
    ]);
    expect(columns[1]?.segments).toEqual([]);
    expect(maxColumnTotal(columns)).toBe(6);
  });

  it("omit hidden series and close the gap", () => {
    const [first] = stackColumns(buckets, series, new Set(["a"]));
    expect(first?.segments).toEqual([
      { key: "b", from: 0, to: 2 },
      { key: "errors", from: 2, to: 3 },
    ]);
  });

  it("are empty without buckets", () => {
    expect(stackColumns([], series, new Set())).toEqual([]);
    expect(maxColumnTotal([])).toBe(0);
  });
});

describe("arrow keys among the marks", () => {
  it("move sideways over empty columns, to the same series or the top one", () => {
    expect(adjacentMark(columns, { column: 0, key: "a" }, "right")).toEqual({ column: 2, key: "a" });
    expect(adjacentMark(columns, { column: 0, key: "b" }, "right")).toEqual({ column: 2, key: "errors" });
    expect(adjacentMark(columns, { column: 2, key: "a" }, "right")).toBeNull();
    expect(adjacentMark(columns, { column: 2, key: "a" }, "first")).toEqual({ column: 0, key: "a" });
    expect(adjacentMark(columns, { column: 0, key: "a" }, "last")).toEqual({ column: 2, key: "a" });
  });

  it("move up and down inside a column", () => {
    expect(adjacentMark(columns, { column: 0, key: "a" }, "up")).toEqual({ column: 0, key: "b" });
    expect(adjacentMark(columns, { column: 0, key: "a" }, "down")).toBeNull();
    expect(adjacentMark(columns, { column: 0, key: "errors" }, "up")).toBeNull();
    expect(adjacentMark(columns, { column: 0, key: "gone" }, "up")).toEqual({ column: 0, key: "errors" });
  });
});
