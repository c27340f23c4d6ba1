import { describe, expect, it } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { idOf } from "@/lib/trace/skeleton/trace-skeleton";
import { type LaneGrouping, packLanes, rowAtTime } from "./lanes";

const trace = makeSkeleton([
  { id: "root", kind: "agent", startMs: 0, endMs: 100 },
  { id: "a", parent: "root", kind: "llm", startMs: 0, endMs: 40 },
  { id: "a-tool", parent: "a", kind: "tool", startMs: 10, endMs: 20 },
  { id: "b", parent: "root", kind: "llm", startMs: 20, endMs: 60 },
  { id: "c", parent: "root", kind: "llm", startMs: 60, endMs: 90 },
]);

const drawn = (grouping: LaneGrouping) => {
  const lanes = packLanes(trace, grouping, 100);
  return Array.from({ length: lanes.count }, (_, lane) =>
    Array.from(lanes.rows.slice(lanes.begins[lane], lanes.begins[lane + 1]), (row) => idOf(trace, row)),
  );
};

describe("lanes", () => {
  it("contain calls of one depth, stacked where they run simultaneously", () => {
    expect(drawn("depth")).toEqual([["root"], ["a", "c"], ["b"], ["a-tool"]]);
    expect(packLanes(trace, "depth", 100).groups.map(({ depth, first, count }) => [depth, first, count])).toEqual([
      [0, 0, 1],
      [1, 1, 2],
      [2, 3, 1],
    ]);
  });

  it("contain calls of one kind, and are empty without such calls", () => {
    expect(drawn("kind")).toEqual([["root"], ["a", "c"], ["b"], ["a-tool"]]);
    expect(packLanes(trace, "kind", 100).groups.map(({ kind }) => kind)).toEqual(["agent", "llm", "tool"]);
  });

  it("place each call below its parent, without overlaps", () => {
    expect(drawn("nested")).toEqual([["root"], ["a", "c"], ["a-tool", "b"]]);
  });

  it("end a running call at the present", () => {
    const running = makeSkeleton([
      { id: "x", startMs: 0, endMs: Number.NaN, status: "running" },
      { id: "y", startMs: 10, endMs: 20 },
    ]);
    expect(packLanes(running, "depth", 5).count).toBe(1);
    expect(packLanes(running, "depth", 50).count).toBe(2);
  });

  it("find the call at a position, and otherwise the nearest", () => {
    const lanes = packLanes(trace, "depth", 100);
    const at = (timeMs: number, nearMs: number) => {
      const row = rowAtTime(lanes, trace, { lane: 1, timeMs, nearMs, untilMs: 100 });
      return row < 0 ? null : idOf(trace, row);
    };
    expect([at(39, 0), at(45, 0), at(45, 6), at(58, 6), at(95, 4)]).toEqual(["a", null, "a", "c", null]);
    expect(rowAtTime(lanes, trace, { lane: 9, timeMs: 0, nearMs: 9, untilMs: 100 })).toBe(-1);
  });
});
