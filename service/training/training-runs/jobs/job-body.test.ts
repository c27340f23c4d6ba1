import { expect, test } from "vitest";
import { EXAMPLE_SETTINGS } from "@/lib/api/contract/training-runs/training-run-examples";
import { trainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { jobBody } from "./job-body";

const ROLLOUT = {
  ...{ iteration: 1, task: 0, rollout: 0, attempt: 0, callId: "c", endedAt: "2026-11-20T14:30:00.000Z" },
  ...{ error: null, reward: 1, tokens: 3, costUsd: null, answer: "4", finishReason: "stop", latencyMs: 5, turns: 1 },
  ...{ scores: {}, values: {}, steps: [], history: [{ finish_reason: "stop", message: { content: "4" } }] },
};

function bodyOf(
  changes: { params?: object; config?: object },
  seconds: { sampling: number | null; labeling: number | null } = { sampling: 2.5, labeling: null },
) {
  const settings = trainingRunSettings.parse({ ...EXAMPLE_SETTINGS, ...changes });
  const source = { runId: "run", modelId: "model", iteration: 1, step: 0, seed: null, settings, seconds };
  return JSON.parse(jobBody({ ...source, tasks: [{ prompt: "2 + 2?" }] }, [ROLLOUT])) as {
    experimental_config: object;
    trajectory_groups: { metrics: object }[];
  };
}

test("a job of a run with standard sampling has the settings of the run alone", () => {
  const config = { learning_rate: 0.1 };
  expect(bodyOf({ params: { temperature: 1, max_tokens: 8 }, config }).experimental_config).toEqual(config);
});

test("a job names the temperature that its rollouts were sampled at, unless the run sets it", () => {
  const params = { temperature: 0.7, max_tokens: 8 };
  expect(bodyOf({ params, config: {} }).experimental_config).toEqual({ temperature: 0.7 });
  expect(bodyOf({ params, config: { temperature: 1 } }).experimental_config).toEqual({ temperature: 1 });
  // At 0 the likeliest token is taken: there is no distribution to compare with.
  expect(bodyOf({ params: { temperature: 0, max_tokens: 8 }, config: {} }).experimental_config).toEqual({});
});

test("a job names the limit of an answer where its loss depends on it", () => {
  const params = { temperature: 1, max_tokens: 8 };
  expect(bodyOf({ params, config: { loss_type: "dr_grpo" } }).experimental_config).toEqual({
    loss_type: "dr_grpo",
    max_completion_length: 8,
  });
  expect(bodyOf({ params, config: { soft_punish_cache: 4, max_completion_length: 6 } }).experimental_config).toEqual({
    soft_punish_cache: 4,
    max_completion_length: 6,
  });
});

test("the groups of a job say how long sampling and labels took, as far as it is known", () => {
  expect(bodyOf({}).trajectory_groups[0]?.metrics).toEqual({ "time/sampling_s": 2.5 });
  expect(bodyOf({}, { sampling: 1, labeling: 60 }).trajectory_groups[0]?.metrics).toEqual({
    "time/sampling_s": 1,
    "time/reward_s": 60,
  });
  expect(bodyOf({}, { sampling: null, labeling: null }).trajectory_groups[0]?.metrics).toEqual({});
});
