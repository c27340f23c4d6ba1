import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { idOf } from "@/lib/trace/skeleton/trace-skeleton";
import {
  type FoldRule,
  foldedAncestors,
  foldedRows,
  foldRuleOf,
  foldRuleText,
  isLastSibling,
  positionOf,
  unfoldedRows,
} from "./folds";
import { adjacentMatch, searchTrace } from "./trace-search";

const trace = makeSkeleton([
  { id: "root", kind: "agent" },
  { id: "turn-1", parent: "root", kind: "agent" },
  { id: "tool-1", parent: "turn-1", kind: "tool" },
  { id: "fetch-1", parent: "tool-1" },
  { id: "turn-2", parent: "root", kind: "agent" },
  { id: "tool-2", parent: "turn-2", kind: "tool", status: "error", note: "Flight not available" },
  { id: "fetch-2", parent: "tool-2" },
]);

const shown = (rule: FoldRule, byHand: readonly (readonly [number, boolean])[] = []) =>
  [...unfoldedRows(trace, foldedRows(trace, rule, new Map(byHand))).rows].map((row) => idOf(trace, row));

describe("folds of a trace", () => {
  it("hide everything from a depth on", () => {
    expect(shown({ kind: "depth", depth: 1 })).toEqual(["root", "turn-1", "turn-2"]);
    expect(shown({ kind: "depth", depth: 0 })).toEqual(["root"]);
  });

  it("show only the path to errors", () => {
    expect(shown({ kind: "errors" })).toEqual(["root", "turn-1", "turn-2", "tool-2"]);
  });

  it("hide the descendants of calls of a kind", () => {
    expect(shown({ kind: "kind", of: "tool" })).toEqual(["root", "turn-1", "tool-1", "turn-2", "tool-2"]);
  });

  it("are overridden by manual folds", () => {
    expect(shown({ kind: "depth", depth: 1 }, [[4, false]])).toEqual(["root", "turn-1", "turn-2", "tool-2"]);
    expect(shown({ kind: "none" }, [[1, true]])).toEqual(["root", "turn-1", "turn-2", "tool-2", "fetch-2"]);
  });

  it("never fold a call without children", () => {
    expect(shown({ kind: "none" }, [[3, true]])).toHaveLength(7);
  });

  it("report which rows are the last of their visible siblings", () => {
    const visible = unfoldedRows(trace, foldedRows(trace, { kind: "errors" }, new Map()));
    expect([...visible.rows].map((row, at) => [idOf(trace, row), isLastSibling(trace, visible, at)])).toEqual([
      ["root", true],
      ["turn-1", false],
      ["turn-2", true],
      ["tool-2", true],
    ]);
    expect(isLastSibling(trace, visible, -1)).toBe(false);
  });

  it("report it for any rows of any trace: no visible row of the same depth comes before the next shallower one", () => {
    const anyTrace = fc.array(fc.record({ parent: fc.nat(), isDrawn: fc.boolean() }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(anyTrace, (made) => {
        const skeleton = makeSkeleton(
          made.map(({ parent }, at) => ({ id: `c${at}`, ...(at === 0 ? {} : { parent: `c${parent % at}` }) })),
        );
        const { depth } = skeleton;
        const visible = { rows: Int32Array.from(made.flatMap(({ isDrawn }, row) => (isDrawn ? [row] : []))) };
        const levels = [...visible.rows].map((row) => depth[row] ?? 0);
        for (const [at, level] of levels.entries()) {
          const notBelow = levels.slice(at + 1).find((later) => later <= level);
          expect(isLastSibling(skeleton, visible, at)).toBe(notBelow !== level);
        }
      }),
    );
  });

  it("find the ancestors that hide a row, and the positions of the others", () => {
    const folded = foldedRows(trace, { kind: "depth", depth: 0 }, new Map());
    expect(foldedAncestors(trace, folded, 3)).toEqual([2, 1, 0]);
    const visible = unfoldedRows(trace, foldedRows(trace, { kind: "depth", depth: 1 }, new Map()));
    expect([0, 1, 2, 4, 6].map((row) => positionOf(visible.rows, row))).toEqual([0, 1, -1, 2, -1]);
  });

  it("survive a round trip through the address", () => {
    const rules: FoldRule[] = [
      { kind: "none" },
      { kind: "errors" },
      { kind: "depth", depth: 12 },
      { kind: "kind", of: "llm" },
    ];
    expect(rules.map((rule) => foldRuleOf(foldRuleText(rule)))).toEqual(rules);
    expect(foldRuleOf("depth-x")).toBeNull();
  });
});

describe("a search in a trace", () => {
  const found = (text: string) => {
    const search = searchTrace(trace, text);
    return [
      [...(search?.matches ?? [])].map((row) => idOf(trace, row)),
      [...(search?.visible.rows ?? [])].map((row) => idOf(trace, row)),
    ];
  };

  it("keeps the ancestors of matches, ignoring case", () => {
    expect(found("FETCH")).toEqual([
      ["fetch-1", "fetch-2"],
      ["root", "turn-1", "tool-1", "fetch-1", "turn-2", "tool-2", "fetch-2"],
    ]);
    expect(found("fetch-2")[1]).toEqual(["root", "turn-2", "tool-2", "fetch-2"]);
  });

  it("finds the error message of a failed call", () => {
    expect(found("not avail")[0]).toEqual(["tool-2"]);
  });

  it("finds nothing, and is null for blank text", () => {
    expect(found("nowhere")).toEqual([[], []]);
    expect(searchTrace(trace, "  ")).toBeNull();
  });

  it("moves from match to match and wraps around", () => {
    const matches = Int32Array.of(3, 6);
    expect([0, 3, 6].map((row) => adjacentMatch(matches, row, 1))).toEqual([3, 6, 3]);
    expect([0, 3, 6].map((row) => adjacentMatch(matches, row, -1))).toEqual([6, 6, 3]);
    expect(adjacentMatch(Int32Array.of(), 0, 1)).toBe(-1);
  });
});
