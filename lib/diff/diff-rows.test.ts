import { describe, expect, it } from "vitest";
import { runSynchronously } from "@/lib/scheduling/run-in-time-slices";
import { countChanges, type DiffLayout, type DiffRow, foldPath, layOutDiff } from "./diff-rows";
import { diffLines } from "./line-diff";
import { lineTextOf } from "./line-text";
import { jsonLines } from "./pretty-lines";

function rowsOf(left: string[], right: string[], layout: DiffLayout = "split", unfolded: number[] = []) {
  const [leftLines, rightLines] = [lineTextOf(left), lineTextOf(right)];
  return layOutDiff(
    runSynchronously(diffLines(leftLines, rightLines)),
    leftLines,
    rightLines,
    layout,
    new Set(unfolded),
  );
}

const short = (row: DiffRow) =>
  row.kind === "fold" ? `fold ${row.count}` : `${row.kind} ${row.left ?? "-"} ${row.right ?? "-"}`;

const numbered = (count: number, word = "line") => Array.from({ length: count }, (_, index) => `${word} ${index}`);

describe("rows of a comparison", () => {
  it("keep three lines around a change and fold the rest", () => {
    const left = numbered(20);
    const right = left.with(10, "other");
    expect(rowsOf(left, right).map(short)).toEqual([
      "fold 7",
      ...[7, 8, 9].map((at) => `same ${at} ${at}`),
      "changed 10 10",
      ...[11, 12, 13].map((at) => `same ${at} ${at}`),
      "fold 6",
    ]);
  });

  it("open a fold that the user opened", () => {
    const left = numbered(20);
    expect(rowsOf(left, left.with(10, "other"), "split", [0]).map(short)[0]).toBe("same 0 0");
  });

  it("never fold a few lines, which would save nothing", () => {
    const left = numbered(7);
    expect(rowsOf(left, left.with(6, "other")).map(short)).not.toContain("fold 3");
  });

  it("put a line next to its changed version, not next to the following line", () => {
    const left = ["Make one tool call at a time."];
    const right = ["Something that is entirely new here", "Make two tool calls at a time."];
    expect(rowsOf(left, right).map(short)).toEqual(["changed - 0", "changed 0 1"]);
    expect(rowsOf(left, right)[1]).toMatchObject({ pair: [0, 1] });
  });

  it("of the unified layout have the old lines, then the new ones, and know their pairs", () => {
    const rows = rowsOf(["a b c d", "x"], ["a b c e", "x"], "unified");
    expect(rows).toEqual([
      { kind: "changed", left: 0, right: null, pair: [0, 0], change: 0 },
      { kind: "changed", left: null, right: 0, pair: [0, 0], change: 0 },
      { kind: "same", left: 1, right: 1 },
    ]);
  });

  it("show every line of both sides exactly once", () => {
    const left = ["a 1 2 3", "b", "c 1 2 3", "same", "d"];
    const right = ["c 1 2 4", "q", "a 1 2 5", "same", "e", "f"];
    for (const layout of ["split", "unified"] as const) {
      const rows = rowsOf(left, right, layout);
      const side = (name: "left" | "right") =>
        rows.flatMap((row) => (row.kind === "fold" ? [] : (row[name] ?? []))).sort((a, b) => a - b);
      expect(side("left")).toEqual([0, 1, 2, 3, 4]);
      expect(side("right")).toEqual([0, 1, 2, 3, 4, 5]);
    }
  });
});

describe("the figures", () => {
  it("count runs, and lines of each side", () => {
    const left = ["a", "b", "c", "d"];
    const right = ["a", "x", "y", "c"];
    expect(countChanges(runSynchronously(diffLines(lineTextOf(left), lineTextOf(right))))).toEqual({
      changes: 2,
      added: 2,
      removed: 2,
    });
  });
});

describe("the path of a fold", () => {
  const lines = runSynchronously(
    jsonLines({ name: "p", messages: [{ role: "user" }, { role: "system", content: ["a", "b", "c", "d"] }], n: 1 }),
  );
  const at = (text: string) => [...lines].findIndex((line) => line.includes(text));

  it("is the list or object that contains all its lines", () => {
    expect(foldPath(lines, at('"b"'), 2)).toBe("messages[1].content");
    expect(foldPath(lines, at('role: "system"'), 2)).toBe("messages[1]");
  });

  it("is the value that its lines lead into when it begins just above", () => {
    expect(foldPath(lines, at('role: "system"'), 4)).toBe("messages[1].content");
  });

  it("is empty when the lines are so deep that their indent is ambiguous", () => {
    let deep: unknown = [1, 2, 3, 4, 5, 6];
    for (let level = 0; level < 200; level += 1) deep = { a: deep };
    const nested = runSynchronously(jsonLines(deep));
    expect(
      foldPath(
        nested,
        [...nested].findIndex((line) => line.trim() === "2,"),
        3,
      ),
    ).toBe("");
  });

  it("is empty when the lines belong to the whole value", () => {
    expect(foldPath(lines, at("name"), lines.length - 3)).toBe("");
  });
});
