import { describe, expect, it } from "vitest";
import { answerSpread } from "./prepare-answer-spread";

describe("the spread of answers", () => {
  it("has one distinct answer when all differ only in whitespace", () => {
    expect(answerSpread(["Two seats.", " Two  seats.\n", "Two seats."])).toEqual({
      count: 3,
      distinct: 1,
      sharedWords: 1,
    });
  });

  it("is complete when no word is shared", () => {
    expect(answerSpread(["one two", "three four"])).toEqual({ count: 2, distinct: 2, sharedWords: 0 });
  });

  it("counts repeated words, over all pairs", () => {
    const { sharedWords } = answerSpread(["a a b", "a b c", "a a b"]);
    // 2/3, 1 and 2/3.
    expect(sharedWords).toBeCloseTo(7 / 9);
  });

  it("has no word share when fewer than two answers contain words", () => {
    expect(answerSpread(["", "words"])).toEqual({ count: 2, distinct: 2, sharedWords: null });
  });

  it("compares many answers with their neighbors", () => {
    expect(answerSpread(Array.from({ length: 128 }, () => "the same words")).sharedWords).toBe(1);
  });
});
