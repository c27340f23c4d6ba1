import { expect, test } from "vitest";
import { betterDirection, metricHint, orderPaths } from "./metric-hints";

test("times and the use of the machine are not taken for what their names also contain", () => {
  expect(metricHint("time/reward_s")).toBe("Seconds of wall time.");
  expect(betterDirection("time/reward_s")).toBeNull();
  expect(betterDirection("reward")).toBe("more");
  expect(orderPaths(["time/reward_s", "entropy", "loss", "reward"], [])).toEqual([
    ...["reward", "loss", "entropy", "time/reward_s"],
  ]);
  expect(orderPaths(["reward", "time/reward_s"], ["time/reward_s"])).toEqual(["time/reward_s", "reward"]);
});

test("answers that were cut are not taken for ratios that were clipped", () => {
  expect(metricHint("completions/clipped_ratio")).toContain("length limit");
  expect(metricHint("clip_fraction")).toContain("lower the learning rate");
});
