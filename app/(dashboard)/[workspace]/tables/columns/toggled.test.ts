import { describe, expect, it } from "vitest";
import { toggled } from "./toggled";

describe("a list of entries", () => {
  it("adds and removes an entry", () => {
    expect(toggled(["a"], "b")).toEqual(["a", "b"]);
    expect(toggled(["a", "b"], "a")).toEqual(["b"]);
  });
});
