import { describe, expect, test } from "vitest";
import { groupAdvantages, isTrainable, populationDeviation } from "./group-advantages";

const scaled = { isScaled: true, balance: 0 };

describe("group-relative advantages", () => {
  test("are centered on the group's mean and divided by its population deviation", () => {
    expect(populationDeviation([1, 0, 0, 0])).toBeCloseTo(Math.sqrt(3) / 4, 12);
    const [first = 0, second = 0] = groupAdvantages([1, 0, 0, 0], scaled);
    expect(first).toBeCloseTo(0.75 / (Math.sqrt(3) / 4 + 1e-6), 12);
    expect(second).toBeCloseTo(-0.25 / (Math.sqrt(3) / 4 + 1e-6), 12);
  });

  test("are only centered without scaling", () => {
    expect(groupAdvantages([1, 0, 0, 0], { isScaled: false, balance: 0 })).toEqual([0.75, -0.25, -0.25, -0.25]);
  });

  test.each([[[1]], [[1, 1, 1]], [[0, 0]], [[]]])("are zero for the rewards %j", (rewards) => {
    expect(isTrainable(rewards)).toBe(false);
    expect(groupAdvantages(rewards, scaled)).toEqual(rewards.map(() => 0));
  });

  test.each([
    [0.5, [0.5, -0.25]],
    [-0.5, [0.25, -0.5]],
    [1, [0.5, -0]],
  ])("shrink on one side with a balance of %d", (balance, expected) => {
    expect(groupAdvantages([1, 0], { isScaled: false, balance })).toEqual(expected);
  });
});
