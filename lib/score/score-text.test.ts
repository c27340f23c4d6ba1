import { describe, expect, it } from "vitest";
import { scoreDomain, scoreShare, scoreText } from "./score-text";

describe("a score", () => {
  it.each([
    [0.75, "0.75"],
    [1 / 3, "0.333"],
    [3, "3"],
    [-0.5, "-0.5"],
    [0.00001234, "0.0000123"],
    [true, "true"],
    ["good", "good"],
  ] as const)("%s is written %s", (value, text) => {
    expect(scoreText(value)).toBe(text);
  });

  it("has a bar from 0 to 1 where its range fits, otherwise over its range with 0", () => {
    expect(scoreDomain({ min: 0.2, max: 0.9 })).toEqual([0, 1]);
    expect(scoreDomain({ min: 2, max: 5 })).toEqual([0, 5]);
    expect(scoreDomain({ min: -2, max: -1 })).toEqual([-2, 0]);
    expect(scoreDomain({ min: null, max: null })).toBeNull();
    expect(scoreShare(2.5, [0, 5])).toBe(0.5);
    expect(scoreShare(9, [0, 5])).toBe(1);
    expect(scoreShare(0, [0, 0])).toBeNull();
  });
});
