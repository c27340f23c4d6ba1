import { expect, test } from "vitest";
import { type AdvantageRule, advantageOf, readAdvantageRule, rewardSpread, STANDARD_RULE } from "./advantage-rule";
import { advantageText } from "./advantage-text";

const spread = rewardSpread([1, 0, 1, 1]);

test("shows the figures that an advantage is computed from", () => {
  expect(advantageText(1, spread, STANDARD_RULE)).toBe("+0.577 = (1 − 0.75) / 0.433");
  expect(advantageText(0, spread, { isScaled: false, balance: 0 })).toBe("−0.75 = 0 − 0.75");
});

test("divides by the sample deviation where the settings say so", () => {
  const rule = readAdvantageRule({ scale_rewards: "group" });
  // The rewards 1, 0, 1, 1 have the sample deviation 0.5.
  expect(advantageText(1, spread, rule)).toBe("+0.5 = (1 − 0.75) / 0.5");
  expect(advantageOf(1, spread, rule)).toBeCloseTo(0.25 / (0.5 + 1e-4), 12);
});

test.each<[Record<string, unknown>, AdvantageRule]>([
  [{}, { isScaled: true, balance: 0 }],
  [
    { scale_rewards: true, loss_type: "dapo" },
    { isScaled: true, balance: 0 },
  ],
  [{ loss_type: "dapo" }, { isScaled: true, isSample: true, balance: 0 }],
  [
    { loss_type: "dapo", scale_rewards: "group_population" },
    { isScaled: true, balance: 0 },
  ],
  [
    { loss_type: "dapo", normalize_advantages: false },
    { isScaled: false, balance: 0 },
  ],
  [{ scale_rewards: "none" }, { isScaled: false, balance: 0 }],
  [{ scale_rewards: "batch" }, { isScaled: false, balance: 0 }],
  [{ scale_rewards: "toString" }, { isScaled: true, balance: 0 }],
])("reads the rule of %o", (config, rule) => {
  expect(readAdvantageRule(config)).toEqual(rule);
});

test("shows the factor only on the side that the balance shrinks", () => {
  expect(advantageText(0, spread, { isScaled: false, balance: 0.5 })).toBe("−0.375 = (0 − 0.75) × 0.5");
  expect(advantageText(1, spread, { isScaled: false, balance: 0.5 })).toBe("+0.25 = 1 − 0.75");
});

test("says why an advantage is zero, and is null without a reward", () => {
  expect(advantageText(1, rewardSpread([1, 1]), STANDARD_RULE)).toBe("0, since all rewards of the group are equal");
  expect(advantageText(Number.NaN, spread, STANDARD_RULE)).toBeNull();
});
