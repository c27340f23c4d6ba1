import { describe, expect, it } from "vitest";
import { foundPattern } from "./found-pattern";

const placesOf = (words: string, text: string) =>
  [...text.matchAll(foundPattern(words) ?? /(?!)/g)].map(({ index, 0: found }) => [index, found]);

describe("the expression of a searched text", () => {
  it("finds all places, ignoring case, at their positions in the text as it is", () => {
    expect(placesOf("seat", "A SEAT, a Seat; no sea")).toEqual([
      [2, "SEAT"],
      [10, "Seat"],
    ]);
    // The small letter of the first one is two characters long.
    expect(placesOf("fare", "İ fare")).toEqual([[2, "fare"]]);
  });

  it("finds words that are on two lines", () => {
    expect(placesOf(" no seats ", "no\n  seats")).toEqual([[0, "no\n  seats"]]);
  });

  it("takes every character as itself", () => {
    const text = "a.b (c) [d] {e} x|y ^$ * + ? \\d / - 100%";
    for (const part of text.split(" ")) {
      if (part.length > 1) expect(placesOf(part, text)).toEqual([[text.indexOf(part), part]]);
    }
    expect(placesOf("a.b", "acb")).toEqual([]);
  });

  it("is not there for fewer than two characters", () => {
    expect([foundPattern(""), foundPattern(" a ")]).toEqual([null, null]);
  });
});
