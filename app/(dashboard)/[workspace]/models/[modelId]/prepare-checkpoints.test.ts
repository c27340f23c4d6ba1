import { describe, expect, test } from "vitest";
import { bestStep, checkpointRows, isLessBetter, metricNames, stepsToDelete } from "./prepare-checkpoints";

const checkpoint = (step: number, metrics: Record<string, unknown>) => ({ id: `c${step}`, step, metrics });
const checkpoints = [
  checkpoint(0, {}),
  checkpoint(1, { reward: 0.25, loss: 0.5, note: "warm" }),
  checkpoint(2, { reward: 0.75, loss: 0.25 }),
  checkpoint(3, { reward: 0.75, loss: 0.125, "val/reward": 0.5 }),
  checkpoint(4, { reward: 0.5 }),
];

describe("checkpoints of a model", () => {
  test("have a column for each metric, rewards first", () => {
    expect(metricNames(checkpoints)).toEqual(["reward", "val/reward", "loss"]);
  });

  test("are best by the highest reward or the lowest loss, the newest of equals", () => {
    expect(bestStep(checkpoints, "reward")).toBe(3);
    expect(bestStep(checkpoints, "loss")).toBe(3);
    expect(bestStep(checkpoints, "unknown")).toBeNull();
    expect(bestStep(checkpoints, null)).toBeNull();
    expect(["kl_policy_ref", "exception_rate"].every(isLessBetter)).toBe(true);
  });

  test("are listed newest first, each with its change from the previous and the first", () => {
    const rows = checkpointRows(checkpoints, ["reward", "loss"]);
    expect(rows.map(({ step, isLatest }) => [step, isLatest])).toEqual([
      [4, true],
      [3, false],
      [2, false],
      [1, false],
      [0, false],
    ]);
    expect(rows[0]?.cells.get("reward")).toEqual({ value: 0.5, fromPrevious: -0.25, fromFirst: 0.25 });
    expect(rows[0]?.cells.get("loss")).toEqual({ value: null, fromPrevious: null, fromFirst: null });
    expect(rows[3]?.cells.get("reward")).toEqual({ value: 0.25, fromPrevious: null, fromFirst: null });
  });

  test("are deleted except the newest, the best and the untrained one", () => {
    expect(stepsToDelete(checkpoints, 3)).toEqual([1, 2]);
    expect(stepsToDelete(checkpoints, null)).toEqual([1, 2, 3]);
    expect(stepsToDelete([checkpoint(0, {})], null)).toEqual([]);
  });
});
