import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { textSource } from "@/lib/json/lazy/testing/text-source";
import { valueContains } from "./value-contains";

describe("a text in a value", () => {
  const value = parseJson('{"from": "JFK", "legs": [{"price": 1204.50, "open": true, "note": null}]}');

  it("is found in names, texts, numbers as they were sent, and words", () => {
    for (const text of ["from", "jfk", "legs", "1204.50", "true", "null"]) {
      expect([text, valueContains(value, new RegExp(text, "giu"))]).toEqual([text, true]);
    }
    expect(valueContains(value, /LAX/giu)).toBe(false);
  });

  it("is found again with the same expression", () => {
    const pattern = /jfk/giu;
    expect([valueContains(value, pattern), valueContains(value, pattern)]).toEqual([true, true]);
  });

  it("is not looked for in parts that are not loaded", () => {
    const { source } = textSource('"JFK"', 50);
    const lazy = new LazyValue({ source, path: [] }, { kind: "string", size: 5, beginning: "JFK" });
    expect(valueContains([lazy], /jfk/giu)).toBe(false);
  });
});
