import { expect, test } from "vitest";
import { formatReward } from "./reward";

test.each([
  [1, "1"],
  [0, "0"],
  [0.58571, "0.586"],
  [-0.25, "−0.25"],
  [0.0000123, "1.23e−5"],
  [Number.NaN, "–"],
  [null, "–"],
])("writes %s as %s", (reward, text) => {
  expect(formatReward(reward)).toBe(text);
});
