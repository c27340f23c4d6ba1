import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { hasMatchInRow, hasMatchInValue, nextMatch, normalizeSearch } from "./prepare-find";

describe("the search in rows", () => {
  it("looks inside nested values, case-insensitively, and not at member names", () => {
    const value = { task: { note: ["Cancel EHGLP3"] }, n: 5 };
    expect(hasMatchInValue(value, normalizeSearch(" ehglp3 "))).toBe(true);
    expect(hasMatchInValue(value, "task")).toBe(false);
  });

  it("compares numbers by the digits that are shown", () => {
    expect(hasMatchInValue(parseJson("9007199254740993"), "740993")).toBe(true);
    expect(hasMatchInValue(parseJson("1.0"), "1.0")).toBe(true);
  });

  it("finds true, null and digests, and nothing for an empty search", () => {
    expect(hasMatchInValue([true, null], "null")).toBe(true);
    expect(hasMatchInRow({ digest: "W2QW0z", val: {} }, "w2qw")).toBe(true);
    expect(hasMatchInValue("anything", "")).toBe(false);
    expect(hasMatchInValue(undefined, "undefined")).toBe(false);
  });

  it("moves to the next and the previous match, and wraps around", () => {
    expect(nextMatch([2, 5, 9], 5, 1)).toBe(9);
    expect(nextMatch([2, 5, 9], 9, 1)).toBe(2);
    expect(nextMatch([2, 5, 9], 5, -1)).toBe(2);
    expect(nextMatch([2, 5, 9], 2, -1)).toBe(9);
    expect(nextMatch([2, 5, 9], -1, 1)).toBe(2);
    expect(nextMatch([], 3, 1)).toBe(-1);
  });
});
