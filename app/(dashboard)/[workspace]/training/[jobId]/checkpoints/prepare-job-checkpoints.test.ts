import { expect, test } from "vitest";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { jobCheckpoints } from "./prepare-job-checkpoints";

const checkpoint = (step: number, metrics: Readonly<Record<string, number>> = {}) => ({
  id: `c${step}`,
  step,
  metrics: { ...metrics },
  training_job_id: step === 0 ? null : `job${step}`,
});

const list = [
  checkpoint(0),
  checkpoint(1, { reward: 0.25, "val/reward": 0.5, kl_div: 0.01, kl_policy_ref: 0.02, entropy: 1, zzz: 3 }),
  checkpoint(2, { reward: 0.75, "val/reward": 0.5, kl_div: 0.01, kl_policy_ref: 0.07, entropy: 0.5, zzz: 3 }),
];

test("lists the newest first, marks those of the job, and compares with the first that has the metric", () => {
  const { scoreName, columns, rows } = jobCheckpoints(list, null, "job2");
  expect(scoreName).toBeNull();
  expect(columns).toEqual(["reward", "kl_policy_ref", "entropy"]);
  expect(rows.map(({ step, isOwn, isBest }) => [step, isOwn, isBest])).toEqual([
    [2, true, false],
    [1, false, false],
    [0, false, false],
  ]);
  expect(rows[0]?.figures[0]).toEqual({ value: 0.75, fromBase: 0.5 });
  // Others are compared with the first checkpoint that has a reward; it is not compared with itself.
  expect(rows[1]?.figures[0]).toEqual({ value: 0.25, fromBase: null });
  expect(rows[2]?.figures[0]).toEqual({ value: null, fromBase: null });
});

test("has the score of the evaluation, and its best checkpoint", () => {
  const run = (mean: number) => ({ call_id: "call", figures: { scores: [{ id: "exact", mean }] } });
  // Only what the function reads.
  const evaluation = {
    settings: { score: "exact" },
    best: { step: 2 },
    checkpoints: [
      { step: 0, run: run(0.25) },
      { step: 1, run: null },
      { step: 2, run: run(0.5) },
    ],
  } as unknown as CheckpointEvaluation;
  const { scoreName, rows } = jobCheckpoints(list, evaluation, "job2");
  expect(scoreName).toBe("exact");
  expect(rows.map(({ score }) => score)).toEqual([
    { value: 0.5, fromBase: 0.25 },
    { value: null, fromBase: null },
    { value: 0.25, fromBase: null },
  ]);
  expect(rows.map(({ isBest }) => isBest)).toEqual([true, false, false]);
});
