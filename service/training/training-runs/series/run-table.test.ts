import { expect, it } from "vitest";
import type { TrainingIteration, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { axisOf, tableOfIterations } from "./run-table";

const evaluation = (mean: number): NonNullable<TrainingRunDetail["base_evaluation"]> =>
  ({ mean, low: mean - 0.1, high: mean + 0.1 }) as NonNullable<TrainingRunDetail["base_evaluation"]>;

const iteration = (number: number, mean: number): TrainingIteration =>
  ({
    ...{
      iteration: number,
      state: "done",
      ended_at: `2026-11-20T10:0${number}:00Z`,
      tokens: 100,
      metrics: { kl: 0.1 },
    },
    ...{ evaluation: evaluation(mean), groups: 2, groups_with_signal: 1, cost_usd: 0, errors: 0, rollouts: 8 },
    reward: { mean: 0.5, std_dev: 0.1, min: 0, max: 1 },
  }) as unknown as TrainingIteration;

it("begins with the evaluation of the model before training, which has no other figure", () => {
  const table = tableOfIterations([iteration(1, 0.4), iteration(2, 0.6)], evaluation(0.2));
  expect([...(axisOf(table, "step") ?? [])]).toEqual([0, 1, 2]);
  expect([...(table.column("figure:evaluation")?.values ?? [])]).toEqual([0.2, 0.4, 0.6]);
  expect([...(table.column("figure:evaluation")?.bandLow ?? [])]).toEqual([0.1, 0.30000000000000004, 0.5]);
  for (const key of ["figure:reward", "figure:tokens", "figure:signal", "metric:kl"]) {
    expect([...(table.column(key)?.values ?? [])][0]).toBeNaN();
  }
  expect([...(axisOf(table, "tokens") ?? [])]).toEqual([0, 100, 200]);
  expect([...(axisOf(table, "time") ?? [])]).toEqual([Number.NaN, 0, 60]);
});

it("has the iterations alone where that was not evaluated", () => {
  const table = tableOfIterations([iteration(1, 0.4)], null);
  expect([...table.iterations]).toEqual([1]);
});
