import { expect, test } from "vitest";
import { exampleBatch } from "@/lib/training/trajectories/testing/example-batch";
import { baseReward, eventExtras } from "./prepare-job-context";

const first = exampleBatch(0, { metrics: { reward: 0.128 } });
const log = exampleBatch(0, { id: "log", kind: "log", split: "val", metrics: { reward: 0.9 } });

test("the base reward is that of the first rollouts on which the model was trained", () => {
  expect(baseReward([log, first, exampleBatch(1)], "b1")).toBe(0.128);
});

test("there is no base reward for the job of these rollouts, after earlier checkpoints, or without rollouts", () => {
  expect(baseReward([first, exampleBatch(1)], "b0")).toBeNull();
  expect(baseReward([exampleBatch(4, { metrics: { reward: 0.5 } }), exampleBatch(5)], "b5")).toBeNull();
  expect(baseReward([], null)).toBeNull();
});

test("events are interrupted by crossed limits, not by spikes", () => {
  const step = { path: "grad_norm", row: 1, step: 2, peak: 4, peakRow: 1, endStep: 3 };
  const clipped = { ...step, kind: "clipped", limit: 1 } as const;
  expect(eventExtras(null, "", [{ ...step, kind: "spike", limit: null }, clipped]).notable).toEqual([clipped]);
});
