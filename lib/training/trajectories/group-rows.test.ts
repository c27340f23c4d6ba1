import { expect, test } from "vitest";
import { TrajectoryCollector } from "./collect-trajectories";
import { groupRows, type Moves, moveRow, type RowGrouping } from "./group-rows";
import { readTrainingValue } from "./read-value";

function read(values: readonly unknown[]) {
  const collector = new TrajectoryCollector("s");
  for (const [index, value] of values.entries()) {
    for (const group of readTrainingValue(value, `line ${index}`).groups) collector.add(group);
  }
  return collector.flush();
}

const messageOf = (task: number, content: string) => ({ task_id: task, messages: [{ role: "user", content }] });
const byTask: RowGrouping = { kind: "path", path: "metadata.task_id" };

function grouped(collected: ReturnType<typeof read>, grouping: RowGrouping, moves: Moves = new Map()) {
  const groups = groupRows(collected.rows, collected.groups, grouping, moves);
  return { rows: collected.rows, groups };
}

const shape = ({ groups }: ReturnType<typeof grouped>) => groups.map(({ label, rows }) => [label, [...rows]]);

function rowAt({ rows }: { rows: ReturnType<typeof read>["rows"] }, index: number) {
  const row = rows[index];
  if (!row) throw new Error(`no row ${index}`);
  return row;
}

test("moves a trajectory into another group, into its own, and back", () => {
  const collected = read([messageOf(1, "a"), messageOf(1, "b"), messageOf(2, "c")]);
  const first = grouped(collected, byTask);
  expect(shape(first)).toEqual([
    ["task_id 1", [0, 1]],
    ["task_id 2", [2]],
  ]);
  let moves = moveRow(new Map(), first, rowAt(first, 0), 1);
  expect(shape(grouped(collected, byTask, moves))).toEqual([
    ["task_id 1", [1]],
    ["task_id 2", [2, 0]],
  ]);
  moves = moveRow(moves, grouped(collected, byTask, moves), rowAt(first, 2), "own");
  expect(shape(grouped(collected, byTask, moves))).toEqual([
    ["task_id 1", [1]],
    ["task_id 2", [0]],
    ["by hand", [2]],
  ]);
  moves = moveRow(moves, grouped(collected, byTask, moves), rowAt(first, 0), null);
  expect(shape(grouped(collected, byTask, moves))).toEqual([
    ["task_id 1", [0, 1]],
    ["by hand", [2]],
  ]);
  expect(moveRow(moves, first, rowAt(first, 0), 99)).toBe(moves);
});

test("joins two single trajectories into a group that stays when earlier rows are removed", () => {
  const collected = read([messageOf(1, "a"), messageOf(1, "b"), messageOf(2, "c")]);
  const alone: RowGrouping = { kind: "source" };
  const first = grouped(collected, alone);
  const moves = moveRow(new Map(), first, rowAt(first, 2), 1);
  expect(shape(grouped(collected, alone, moves))).toEqual([
    ["", [0]],
    ["by hand", [1, 2]],
  ]);
  const later = { ...collected, rows: collected.rows.slice(1) };
  expect(shape(grouped(later, alone, moves))).toEqual([["by hand", [0, 1]]]);
});

test("keeps exceptions with the source's group when its trajectories are moved", () => {
  const collected = read([
    { trajectories: [{ messages_and_choices: [], reward: 1 }], exceptions: [{ type: "E", message: "m" }] },
    { trajectories: [{ messages_and_choices: [], reward: 0 }] },
  ]);
  const first = grouped(collected, { kind: "source" });
  const moves = moveRow(new Map(), first, rowAt(first, 0), 1);
  const { groups } = grouped(collected, { kind: "source" }, moves);
  expect(groups.map(({ rows, exceptions }) => [rows.length, exceptions.length])).toEqual([
    [2, 0],
    [0, 1],
  ]);
});
