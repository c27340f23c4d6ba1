import { expect, it } from "vitest";
import type { LoggedRolloutRecord } from "./logged-rollout-record";
import { loggedSums } from "./logged-sums";

const rollout = (task: number, members: Partial<LoggedRolloutRecord["content"]>, error: string | null = null) => ({
  ...{ task, rollout: 0, reward: error === null ? 1 : null, error, tokens: null, loggedAt: "2026-11-20T14:34:00.000Z" },
  content: { messages: [], answer: null, scores: {}, ...members },
});

it("has the shares of repeated and cut answers of the rollouts that did not fail, as the service's own runs have them", () => {
  const sums = loggedSums(1, [
    rollout(0, { answer: "a", finish_reason: "stop" }),
    rollout(0, { answer: "a", finish_reason: "length" }),
    rollout(0, { answer: "a", finish_reason: "length" }, "broken"),
    rollout(1, { answer: "a" }),
    rollout(1, { answer: "b" }),
  ]);
  expect(sums).toMatchObject({ repeats: 1 / 2, truncated: 1 / 2, errors: 1 });
});

it("does not know the shares of rollouts without answers", () => {
  expect(loggedSums(1, [rollout(0, {}), rollout(0, {})])).toMatchObject({ repeats: null, truncated: null });
});
