import { expect, test } from "vitest";
import { groupLines, matchingGroups, problemsByGroup } from "./prepare-group-lines";

const group = (id: string, title: string, rows: number[]) => ({
  id,
  label: `task_id ${id}`,
  title,
  rows,
  exceptions: [],
  members: {},
});
const groups = [group("a", "Cancel it", [0, 1]), group("b", "Add bags", [2])];

test("finds groups by number, label and title, and groups with problems", () => {
  expect(matchingGroups(groups, "BAGS", null)).toEqual([1]);
  expect(matchingGroups(groups, "task_id", null)).toEqual([0, 1]);
  expect(matchingGroups(groups, "1", null)).toEqual([1]);
  expect(matchingGroups(groups, "", new Set([0]))).toEqual([0]);
});

test("lists the trajectories of open groups below them", () => {
  expect(groupLines(groups, [0, 1], new Set(["a"]))).toEqual([
    { kind: "group", group: 0 },
    { kind: "trajectory", group: 0, row: 0, position: 0 },
    { kind: "trajectory", group: 0, row: 1, position: 1 },
    { kind: "group", group: 1 },
  ]);
});

test("names the first problem of a group", () => {
  const problem = (level: "error" | "warning", message: string, about: number[]) => ({
    level,
    message,
    path: "",
    place: "",
    groups: about,
  });
  const found = problemsByGroup([problem("error", "x", [1]), problem("warning", "y", [0, 1])]);
  expect([found.get(0)?.message, found.get(1)?.message]).toEqual(["y", "x"]);
});
