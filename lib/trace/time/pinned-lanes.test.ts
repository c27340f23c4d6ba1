import { describe, expect, it } from "vitest";
import { makeSkeleton } from "@/lib/trace/skeleton/testing/make-skeleton";
import { idOf } from "@/lib/trace/skeleton/trace-skeleton";
import { type Lanes, packLanes } from "./lanes";
import { groupKey, lanesOfGroups } from "./pinned-lanes";

const trace = makeSkeleton([
  { id: "root", kind: "agent", startMs: 0, endMs: 100 },
  { id: "a", parent: "root", kind: "llm", startMs: 0, endMs: 40 },
  { id: "a-tool", parent: "a", kind: "tool", startMs: 10, endMs: 20 },
  { id: "b", parent: "root", kind: "llm", startMs: 20, endMs: 60 },
]);
const byKind = packLanes(trace, "kind", 100);

const drawn = (lanes: Lanes) =>
  Array.from({ length: lanes.count }, (_, lane) =>
    Array.from(lanes.rows.slice(lanes.begins[lane], lanes.begins[lane + 1]), (row) => idOf(trace, row)),
  );

describe("the lanes of some groups", () => {
  it("are those of the groups in their order, and the others are the rest", () => {
    const isPinned = new Set(["llm"]);
    const pinned = lanesOfGroups(byKind, (group) => isPinned.has(groupKey(group) ?? ""));
    const rest = lanesOfGroups(byKind, (group) => !isPinned.has(groupKey(group) ?? ""));
    expect(drawn(pinned)).toEqual([["a"], ["b"]]);
    expect(drawn(rest)).toEqual([["root"], ["a-tool"]]);
    expect(rest.groups.map(({ kind, first, count }) => [kind, first, count])).toEqual([
      ["agent", 0, 1],
      ["tool", 1, 1],
    ]);
  });

  it("give the lane of each row in them, and none of the others", () => {
    const tools = lanesOfGroups(byKind, ({ kind }) => kind === "tool");
    expect(Array.from(tools.laneOf)).toEqual([-1, -1, 0, -1]);
  });

  it("may be none", () => {
    expect(lanesOfGroups(byKind, () => false)).toMatchObject({ count: 0, groups: [] });
  });
});

describe("the name of a group in the address", () => {
  it("is its kind, or its level", () => {
    expect(byKind.groups.map(groupKey)).toEqual(["agent", "llm", "tool"]);
    expect(packLanes(trace, "depth", 100).groups.map(groupKey)).toEqual(["1", "2", "3"]);
    expect(packLanes(trace, "nested", 100).groups.map(groupKey)).toEqual([null]);
  });
});
