import { describe, expect, it } from "vitest";
import { colorReader } from "./color-runs";

describe("colors along a text", () => {
  it("are cut at the end of a piece, and continue in the next", () => {
    const next = colorReader([
      { length: 3, color: "key" },
      { length: 2, color: "string" },
    ]);
    expect(next("ab")).toEqual([{ text: "ab", color: "key" }]);
    expect(next("cde")).toEqual([
      { text: "c", color: "key" },
      { text: "de", color: "string" },
    ]);
  });

  it("are ink after the end of the runs", () => {
    expect(colorReader([{ length: 1, color: "key" }])("abc")).toEqual([
      { text: "a", color: "key" },
      { text: "bc", color: "" },
    ]);
    expect(colorReader([])("abc")).toEqual([{ text: "abc", color: "" }]);
  });
});
