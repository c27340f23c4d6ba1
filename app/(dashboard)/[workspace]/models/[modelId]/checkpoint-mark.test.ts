import { describe, expect, test } from "vitest";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { checkpointMark } from "./checkpoint-mark";
import { evaluationWith } from "./curve/testing/evaluation-with";

const checkpoint = (step: number, metrics: Record<string, unknown>) => ({ id: `c${step}`, step, metrics });
const checkpoints = [
  checkpoint(0, {}),
  checkpoint(1, { reward: 0.9, kl: 0.2 }),
  checkpoint(2, { reward: 0.5, kl: 0.1 }),
];

describe("the checkpoint that is marked", () => {
  test("is the best by the score of the evaluation, and not by the reward", () => {
    const evaluation: CheckpointEvaluation = {
      ...evaluationWith([0.2, 0.4, 0.7]),
      best: { step: 2, mean: 0.7, low: null, high: null },
    };
    expect(checkpointMark(evaluation, checkpoints, "reward")).toEqual({
      step: 2,
      words: "best exact",
      reason: "The highest exact of the evaluation words",
      isEvaluated: true,
    });
  });

  test("is none while the evaluation that is set has no figures", () => {
    expect(checkpointMark({ ...evaluationWith([null]), best: null }, checkpoints, "reward")).toBeNull();
  });

  test.each([
    ["reward", 1, "highest reward"],
    ["kl", 2, "lowest kl"],
  ])("is named by %s as what it is where no evaluation is set", (metric, step, words) => {
    const none = { ...evaluationWith([]), settings: null };
    for (const evaluation of [null, none])
      expect(checkpointMark(evaluation, checkpoints, metric)).toEqual({
        step,
        words,
        reason: "A mean of the data that trained the checkpoint or was logged for it, not of an evaluation",
        isEvaluated: false,
      });
  });

  test("is none without a metric", () => {
    expect(checkpointMark(null, checkpoints, null)).toBeNull();
    expect(checkpointMark(null, [checkpoint(0, {})], "reward")).toBeNull();
  });
});
