import { expect, test } from "vitest";
import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { comparedIterations, pairRollouts } from "./rollout-pairs";
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
