import { describe, expect, it } from "vitest";
import { lineTextOf } from "./line-text";

describe("lines in one text", () => {
  it("are returned as they were added, empty ones too, for any number of lines", () => {
    for (const lines of [[], [""], ["", ""], ["a"], ["", "a", "", "Zürich 🧵", ""]]) {
      expect([...lineTextOf(lines)]).toEqual(lines);
    }
    const many = Array.from({ length: 5000 }, (_, index) => (index % 3 === 0 ? "" : `line ${index}`));
    const text = lineTextOf(many);
    expect(text.length).toBe(5000);
    expect([...text]).toEqual(many);
    expect(text.at(4999)).toBe("line 4999");
    expect(text.text).toBe(many.join("\n"));
  });

  it("are empty beyond the last", () => {
    expect(lineTextOf(["a"]).at(1)).toBe("");
  });
});
