import { expect, test } from "vitest";
import { reducedRewards } from "./reduced-rewards";

test("rewards are means of equal stretches between the first and the last one", () => {
  const rewards = [9, 1, 3, 5, 7, null, null, 8];
  expect(reducedRewards(rewards, 5)).toEqual([9, 2, 6, null, 8]);
  expect(reducedRewards(rewards, 8)).toEqual(rewards);
  expect(reducedRewards(rewards, null)).toEqual(rewards);
  expect(
    reducedRewards(
      Array.from({ length: 10_000 }, (_, index) => index),
      100,
    ),
  ).toHaveLength(100);
});
