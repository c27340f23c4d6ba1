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
