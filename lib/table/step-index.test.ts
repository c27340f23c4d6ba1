import { expect, it } from "vitest";
import { stepIndex } from "./step-index";

it("moves by some steps, and stops at the ends of the list", () => {
  expect(stepIndex(3, 1, 10)).toBe(4);
  expect(stepIndex(9, 20, 10)).toBe(9);
  expect(stepIndex(3, -Number.MAX_SAFE_INTEGER, 10)).toBe(0);
});

it("starts at the first item where none is chosen, and finds none in an empty list", () => {
  expect(stepIndex(-1, 1, 10)).toBe(0);
  expect(stepIndex(-1, -1, 10)).toBe(0);
  expect(stepIndex(-1, 1, 0)).toBe(-1);
});
