import { describe, expect, it } from "vitest";
import { colorReader } from "./color-runs";

describe("colours along a text", () => {
  it("are cut where a piece ends, and go on in the next", () => {
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

  it("are ink where the runs end", () => {
    expect(colorReader([{ length: 1, color: "key" }])("abc")).toEqual([
      { text: "a", color: "key" },
      { text: "bc", color: "" },
    ]);
    expect(colorReader([])("abc")).toEqual([{ text: "abc", color: "" }]);
  });
});
