import { expect, it } from "vitest";
import { areRowsMixed, partWords, trainedWords } from "./row-words";

it("says how many rows a model was trained on, and nothing where it was trained on none", () => {
  expect(trainedWords({ trained: 32, all: 48 })).toBe("trained on 32 of 48 rows");
  expect(trainedWords({ trained: 48, all: 48 })).toBe("trained on all 48 rows: none is held out");
  expect(trainedWords({ trained: 0, all: 48 })).toBeNull();
  expect([0, 32, 48].map((trained) => areRowsMixed({ trained, all: 48 }))).toEqual([false, true, false]);
});

it("names the rows that a figure is over", () => {
  expect(partWords("held_out", 16)).toBe("16 held-out rows");
  expect(partWords("trained", 1)).toBe("1 trained row");
  expect(partWords("all", 1200)).toBe("all 1,200 rows");
});
