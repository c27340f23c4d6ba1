import { expect, test } from "vitest";
import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { promptRows, rewardDifference } from "./prompt-rows";

const group = (task: number, content: string, mean: number | null): RolloutGroup => ({
  ...{ task, group: task, title: content.slice(0, 5), messages: [{ role: "user", content }], values: null },
  ...{ reward_mean: mean, reward_std_dev: 0, has_signal: true, rollouts: [] },
});

test("meets the same prompt in runs that number their tasks differently, those in the most runs first", () => {
  const rows = promptRows([
    [group(0, "only here", 1), group(1, "what is 2+2?", 0.25), group(2, "what is 3+3?", null)],
    [group(0, "what is 3+3?", 0.5), group(1, "what is 2+2?", 0.75)],
  ]);
  expect(rows.map(({ groups }) => groups.map((one) => one?.task ?? null))).toEqual([
    [1, 1],
    [2, 0],
    [0, null],
  ]);
  expect(rows.map((row) => rewardDifference(row, 1))).toEqual([0.5, null, null]);
  expect(rows.map((row) => rewardDifference(row, 0))).toEqual([null, null, null]);
});

test("keeps groups of the same prompt apart, and knows a prompt without messages by its title", () => {
  const twice = [group(0, "again", 0), group(1, "again", 1)];
  expect(promptRows([twice, [group(5, "again", 0.5)]]).map(({ groups }) => groups.map((one) => one?.task))).toEqual([
    [0, 5],
    [1, undefined],
  ]);
  const bare = { ...group(0, "x", 1), messages: [], title: "a title" };
  expect(promptRows([[bare], [{ ...bare, task: 3 }]])).toMatchObject([{ title: "a title", count: 2 }]);
});

test("puts best and worst rollouts beside each other where no two runs share a prompt", () => {
  const rollout = (place: number, reward: number | null) => ({
    ...{ rollout: place, call_id: null, trace_id: null, answer: "", finish_reason: null, reward, advantage: null },
    ...{ scores: {}, error: null, tokens: null, latency_ms: null, ended_at: null },
  });
  const of = (content: string, rewards: readonly (number | null)[]) => ({
    ...group(0, content, 0),
    rollouts: rewards.map((reward, place) => rollout(place, reward)),
  });
  const rewardsOf = (rows: ReturnType<typeof promptRows>) =>
    rows.map(({ title, groups }) => [title, ...groups.map((one) => one?.rollouts[0]?.reward ?? null)]);
  const runs = [[of("a?", [0.2, 0.9]), of("b?", [0.5, null])], [of("c?", [0.1, 0.7])], []];
  const rows = promptRows(runs);
  expect(rewardsOf(rows.filter(({ isExtreme }) => isExtreme))).toEqual([
    ["Best rollout", 0.9, 0.7, null],
    ["Worst rollout", 0.2, 0.1, null],
  ]);
  // Each has the prompt that it answered, and the prompts follow.
  expect(rows[0]?.groups.map((one) => one?.title ?? null)).toEqual(["a?", "c?", null]);
  expect(rows.filter(({ isExtreme }) => !isExtreme).map(({ title }) => title)).toEqual(["a?", "b?", "c?"]);
  expect(promptRows([[of("a?", [1])], []]).some(({ isExtreme }) => isExtreme)).toBe(false);
  expect(promptRows([[of("a?", [1])], [of("a?", [1])]]).some(({ isExtreme }) => isExtreme)).toBe(false);
});
