import { describe, expect, it } from "vitest";
import { exampleBatch, exampleGroup } from "@/lib/training/trajectories/testing/example-batch";
import { shadeScale, stepMap, stepWindow, trialMap } from "./prepare-group-map";

const batch = (step: number) => exampleBatch(step);

const group = (index: number, label: string | null, rewards: readonly number[], title: string | null = null) =>
  exampleGroup(index, rewards, { label, title });

describe("stepMap", () => {
  const steps = [
    { batch: batch(0), groups: [group(0, "task 1", [0, 0]), group(1, "task 2", [0, 1])] },
    { batch: batch(1), groups: [group(0, "task 2", [1, 1]), group(1, "task 3", [1, 0])] },
  ];

  it("puts the same task of every step in one column, regardless of its position", () => {
    const { columns, rows } = stepMap(steps, "b1");
    expect(columns.map(({ name }) => name)).toEqual(["task 2", "task 3", "task 1"]);
    expect(rows.map(({ cells }) => cells.map((cell) => cell?.group ?? null))).toEqual([
      [1, null, 0],
      [0, 1, null],
    ]);
    expect(rows.map(({ label, isOwn }) => [label, isOwn])).toEqual([
      ["step 0", false],
      ["step 1", true],
    ]);
  });

  it("gives each cell its mean and whether it carries a signal", () => {
    const [first] = stepMap(steps, null).rows;
    expect(first?.cells[0]).toMatchObject({ mean: 0.5, deviation: 0.5, isFlat: false });
    expect(first?.cells[2]).toMatchObject({ mean: 0, isFlat: true });
  });

  it("matches by position where names are missing or not unique", () => {
    const twice = [{ batch: batch(0), groups: [group(0, "task 1", [1]), group(1, "task 1", [0])] }];
    expect(stepMap(twice, null).columns.map(({ key }) => key)).toEqual(["0", "1"]);
    const titled = [{ batch: batch(0), groups: [group(0, null, [1], "Hello"), group(1, null, [0], "Bye")] }];
    expect(stepMap(titled, null).columns.map(({ key }) => key)).toEqual(["Hello", "Bye"]);
  });

  it("is empty without steps", () => {
    expect(stepMap([], null)).toEqual({ columns: [], rows: [] });
  });
});

it("has a row for each trajectory in a map of one step, with gaps where a group has fewer", () => {
  const { columns, rows } = trialMap({ batch: batch(0), groups: [group(0, "a", [1, 0]), group(1, "b", [0.5])] });
  expect(columns.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(rows.map(({ cells }) => cells.map((cell) => cell?.mean ?? null))).toEqual([
    [1, 0.5],
    [0, null],
  ]);
});

it("colors from 0 to 1, or to the ends of the rewards beyond them", () => {
  const scale = (rewards: number[]) => shadeScale(trialMap({ batch: batch(0), groups: [group(0, null, rewards)] }));
  expect(scale([0.2, 0.4])(1)).toBe(7);
  expect(scale([0.2, 0.4])(0)).toBe(0);
  expect(scale([-1, 3])(3)).toBe(7);
  expect(scale([-1, 3])(-1)).toBe(0);
});

it("shows the last steps, or those around the job if it is older", () => {
  const all = Array.from({ length: 40 }, (_, step) => batch(step));
  const ids = (own: string) => stepWindow(all, own, 10).map(({ step }) => step);
  expect(ids("b39")).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
  expect(ids("b5")).toContain(5);
  expect(ids("b5")).toHaveLength(10);
  expect(stepWindow(all.slice(0, 3), null, 10)).toHaveLength(3);
});
