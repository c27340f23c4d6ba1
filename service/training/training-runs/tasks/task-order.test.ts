import { describe, expect, it } from "vitest";
import { tasksOfIteration } from "./task-order";

const windows = (count: number, perIteration: number, seed: number, iterations: number) =>
  Array.from({ length: iterations }, (_, index) => tasksOfIteration({ count, perIteration, seed }, index + 1));

describe("the tasks of an iteration", () => {
  it("are all tasks in their order when they fit into one iteration", () => {
    expect(windows(3, 3, 1, 2)).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect(windows(3, 100, 1, 1)).toEqual([[0, 1, 2]]);
  });

  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    "occur equally often, none twice at a time (seed %d)",
    (seed) => {
      const [count, perIteration] = [7 + (seed % 5), 3];
      const all = windows(count, perIteration, seed, count);
      for (const positions of all) expect(new Set(positions).size).toBe(perIteration);
      const times = Array.from({ length: count }, (_, task) => all.flat().filter((one) => one === task).length);
      expect(times).toEqual(times.map(() => perIteration));
      expect(windows(count, perIteration, seed, count)).toEqual(all);
    },
  );

  it("come in another order for another seed", () => {
    expect(windows(50, 5, 1, 3)).not.toEqual(windows(50, 5, 2, 3));
  });
});
