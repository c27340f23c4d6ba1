import { expect, test } from "vitest";
import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { comparedIterations, extremePairs, pairRollouts } from "./rollout-pairs";
import { exampleIteration } from "./testing/example-iteration";

const group = (task: number | null, title: string, index = 0): RolloutGroup => ({
  task,
  group: index,
  title,
  messages: [],
  values: null,
  reward_mean: 0,
  reward_std_dev: 0,
  has_signal: false,
  rollouts: [],
});

test("groups of the same task are beside each other, those of one iteration alone come last", () => {
  const pairs = pairRollouts([group(2, "c"), group(0, "a")], [group(0, "a"), group(1, "b"), group(2, "c")]);
  expect(pairs.map(({ title, before, after }) => [title, before !== null, after !== null])).toEqual([
    ["a", true, true],
    ["c", true, true],
    ["b", false, true],
  ]);
});

test("groups of a client are matched by their first message, in order where several begin alike", () => {
  const pairs = pairRollouts(
    [group(null, "same", 0), group(null, "same", 1)],
    [group(null, "same", 0), group(null, "other", 1)],
  );
  expect(pairs.map(({ title, before, after }) => [title, before?.group ?? null, after?.group ?? null])).toEqual([
    ["same", 0, 0],
    ["other", null, 1],
    ["same", 1, null],
  ]);
});

const scored = (task: number, rewards: readonly (number | null)[]): RolloutGroup => ({
  ...group(task, `task ${task}`, task),
  rollouts: rewards.map((reward, rollout) => ({
    ...{ rollout, reward, call_id: null, trace_id: null, answer: `${reward}`, finish_reason: null, advantage: null },
    ...{ scores: {}, error: null, tokens: null, latency_ms: null, ended_at: null },
  })),
});

test("iterations without a common task show their best and worst rollouts, each with its own prompt", () => {
  const pairs = extremePairs([scored(0, [0.5, null]), scored(1, [0.1])], [scored(2, [1, 0.2]), scored(3, [0.9, 0.3])]);
  expect(
    pairs?.map(({ title, before, after }) => [
      title,
      before?.title,
      before?.reward_mean,
      after?.title,
      after?.reward_mean,
    ]),
  ).toEqual([
    ["Best rollout", "task 0", 0.5, "task 2", 1],
    ["Worst rollout", "task 1", 0.1, "task 2", 0.2],
  ]);
  expect(pairs?.every(({ before, after }) => before?.rollouts.length === 1 && after?.rollouts.length === 1)).toBe(true);
});

test("a common task, an empty iteration, or none with a reward leaves the groups as they are", () => {
  expect(extremePairs([scored(0, [1])], [scored(0, [1]), scored(1, [0])])).toBeNull();
  expect(extremePairs([], [scored(1, [0])])).toBeNull();
  expect(extremePairs([scored(0, [null])], [scored(1, [0])])).toBeNull();
});

test("the first and the last whole iteration are compared unless others are chosen", () => {
  const sampled = [exampleIteration(1), exampleIteration(2), exampleIteration(3, { state: "sampling" })];
  const placesOf = (from: number | null, to: number | null) => {
    const compared = comparedIterations(sampled, { from, to });
    return [compared?.from.iteration, compared?.to.iteration];
  };
  expect(placesOf(null, null)).toEqual([1, 2]);
  expect(placesOf(2, 3)).toEqual([2, 3]);
  expect(placesOf(9, null)).toEqual([1, 2]);
  expect(comparedIterations([], { from: null, to: null })).toBeNull();
});
