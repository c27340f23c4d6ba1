import { describe, expect, it } from "vitest";
import { exampleGroup } from "@/lib/training/trajectories/testing/example-batch";
import { filterCounts, groupRow, groupSections } from "./prepare-group-list";

const summary = (index: number, rewards: readonly number[], exception_count = 0) =>
  groupRow(exampleGroup(index, rewards, { exception_count, label: `task_id ${index}`, title: "Help" }));

const rows = [summary(0, [1, 1]), summary(1, [1, 0]), summary(2, [1, 1, 0], 1), summary(3, []), summary(4, [0, 0])];

const indexes = ({ trainable, flat }: ReturnType<typeof groupSections>) => [
  trainable.map(({ index }) => index),
  flat.map(({ index }) => index),
];

const by = (field: string, direction: "asc" | "desc") =>
  ({ show: "all", sort: { field, direction }, only: null }) as const;

describe("groupSections", () => {
  it("puts groups without spread last, in any sort order", () => {
    expect(indexes(groupSections(rows, by("spread", "desc")))).toEqual([
      [1, 2],
      [0, 4, 3],
    ]);
    expect(indexes(groupSections(rows, by("spread", "asc")))).toEqual([
      [2, 1],
      [0, 4, 3],
    ]);
    expect(indexes(groupSections(rows, by("mean", "desc")))).toEqual([
      [2, 1],
      [0, 4, 3],
    ]);
    expect(indexes(groupSections(rows, by("group", "desc")))).toEqual([
      [2, 1],
      [4, 3, 0],
    ]);
  });

  it("sorts by spread when the URL names another field", () => {
    expect(groupSections(rows, by("nonsense", "desc"))).toEqual(groupSections(rows, by("spread", "desc")));
  });

  it("counts the groups of each filter", () => {
    const counts = filterCounts(rows);
    expect(counts).toEqual({ all: 5, trainable: 2, exceptions: 1 });
    for (const show of ["all", "trainable", "exceptions"] as const) {
      const { trainable, flat } = groupSections(rows, { ...by("group", "asc"), show });
      expect(trainable.length + flat.length).toBe(counts[show]);
    }
  });

  it("keeps only the groups that a search found", () => {
    expect(indexes(groupSections(rows, { ...by("group", "asc"), only: new Set([4, 2]) }))).toEqual([[2], [4]]);
  });
});

it("returns no figures for a group without trajectories", () => {
  expect(summary(3, []).spread).toMatchObject({ mean: null, deviation: null });
  expect(summary(3, []).isTrainable).toBe(false);
});
