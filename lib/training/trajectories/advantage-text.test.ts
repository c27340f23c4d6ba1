import { expect, test } from "vitest";
import { rewardSpread, STANDARD_RULE } from "./advantage-rule";
import { advantageText } from "./advantage-text";

const spread = rewardSpread([1, 0, 1, 1]);

test("shows the figures that an advantage is computed from", () => {
  expect(advantageText(1, spread, STANDARD_RULE)).toBe("+0.577 = (1 − 0.75) / 0.433");
  expect(advantageText(0, spread, { isScaled: false, balance: 0 })).toBe("−0.75 = 0 − 0.75");
});

test("shows the factor only on the side that the balance shrinks", () => {
  expect(advantageText(0, spread, { isScaled: false, balance: 0.5 })).toBe("−0.375 = (0 − 0.75) × 0.5");
  expect(advantageText(1, spread, { isScaled: false, balance: 0.5 })).toBe("+0.25 = 1 − 0.75");
});

test("says why an advantage is zero, and is null without a reward", () => {
  expect(advantageText(1, rewardSpread([1, 1]), STANDARD_RULE)).toBe("0, since all rewards of the group are equal");
  expect(advantageText(Number.NaN, spread, STANDARD_RULE)).toBeNull();
});
