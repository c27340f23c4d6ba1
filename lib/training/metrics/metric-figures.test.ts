import { expect, test } from "vitest";
import { changeText, saysNothingAsLine } from "./metric-figures";

test("one or two values, and values that are all the same, are shown as figures", () => {
  expect(saysNothingAsLine({ values: [0.4] })).toBe(true);
  expect(saysNothingAsLine({ values: [0.4, 0.6] })).toBe(true);
  expect(saysNothingAsLine({ values: [1, 1, 1, 1] })).toBe(true);
  expect(saysNothingAsLine({ values: [0.4, 0.6, 0.5] })).toBe(false);
  expect(saysNothingAsLine({ values: [1, 1, 1, 2] })).toBe(false);
});

test("a change has its sign, and there is none without two numbers", () => {
  expect(changeText("reward", 0.417, 0.587)).toBe("+0.170");
  expect(changeText("kl", 0.0391, 0.0121)).toBe("\u22120.0270");
  expect(changeText("reward", 0.5, undefined)).toBeNull();
  expect(changeText("reward", Number.NaN, 0.5)).toBeNull();
});
