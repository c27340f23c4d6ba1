import { expect, test } from "vitest";
import type { AlignedRow } from "./prepare-alignment";
import type { ComparisonMark, RowComparison } from "./prepare-comparison-marks";
import { ancestorRows, rowOfCall, treeLines } from "./prepare-lines";

/** Rows from depths and marks: `"0 action"`. */
function tree(...texts: readonly string[]): { rows: readonly AlignedRow[]; marks: readonly RowComparison[] } {
  const depths = texts.map((text) => Number(text.split(" ")[0]));
  const rows = depths.map((depth, index) => ({
    key: `r${index}`,
    depth,
    parent: depths.slice(0, index).lastIndexOf(depth - 1),
    childCount:
      depths.slice(index + 1).findIndex((other) => other <= depth) === 0 ? 0 : depths[index + 1] === depth + 1 ? 1 : 0,
    members: [],
    movedTo: [],
  }));
  const marks = texts.map((text) => {
    const mark = (text.split(" ")[1] ?? "same") as ComparisonMark;
    return { own: mark, withDescendants: mark };
  });
  return { rows, marks };
}

const options = {
  folded: new Set<string>(),
  opened: new Set<string>(),
  areOnlyDifferences: false,
  areWordsCounted: true,
  parting: null,
};

const brief = (lines: ReturnType<typeof treeLines>) =>
  lines.map((line) => (line.kind === "same" ? `same ${line.index}-${line.end}` : `${line.kind} ${line.index}`));

test("hides rows below a collapsed row", () => {
  const { rows, marks } = tree("0", "1", "2", "1", "0");
  const lines = treeLines(rows, marks, { ...options, folded: new Set(["r1"]) });
  expect(brief(lines)).toEqual(["row 0", "row 1", "row 3", "row 4"]);
});

test("collapses runs without a difference into one line, and expands them", () => {
  const { rows, marks } = tree("0 action", "1", "1", "2", "1 action", "1", "1 wording");
  const only = { ...options, areOnlyDifferences: true };
  expect(brief(treeLines(rows, marks, only))).toEqual(["row 0", "same 1-4", "row 4", "row 5", "row 6"]);
  const opened = treeLines(rows, marks, { ...only, opened: new Set(["r1"]) });
  expect(brief(opened)).toEqual(["row 0", "row 1", "row 2", "row 3", "row 4", "row 5", "row 6"]);
  expect(brief(treeLines(rows, marks, { ...only, areWordsCounted: false })).at(-1)).toBe("same 5-7");
});

test("never hides rows that have not been read", () => {
  const { rows, marks } = tree("0 unread", "1 unread", "1");
  expect(brief(treeLines(rows, marks, { ...options, areOnlyDifferences: true }))).toEqual(["row 0", "row 1", "row 2"]);
});

test("marks the first divergence once, above its row", () => {
  const { rows, marks } = tree("0 action", "1 action", "1 action");
  const lines = treeLines(rows, marks, { ...options, parting: { row: 1, text: "" } });
  expect(brief(lines)).toEqual(["row 0", "parting 1", "row 1", "row 2"]);
});

test("finds the ancestors of a row, and the row of a call", () => {
  const { rows } = tree("0", "1", "2", "0");
  expect(ancestorRows(rows, 2)).toEqual([1, 0]);
  expect(rowOfCall(rows, null)).toBe(-1);
});
