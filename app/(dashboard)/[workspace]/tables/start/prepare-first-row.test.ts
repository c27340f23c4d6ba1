import { describe, expect, it } from "vitest";
import { firstRowMembers, isFirstRowSmall } from "./prepare-first-row";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAIAAADYYG7QAAAAPUlEQVR4nO3OQQ0AIAwEsOHfNBb4kNAq6Myec9b7ABgYGBgY";

describe("the preview of a table's first row", () => {
  it("has each column in one line, values inside it as their number of entries", () => {
    expect(
      firstRowMembers({ question: "Where is\nHAT170?", expected: { steps: [1, 2], ok: true }, n: 1.5, none: null }),
    ).toEqual([
      { name: "question", text: "Where is HAT170?" },
      { name: "expected", text: "{ steps: [2], ok: true }" },
      { name: "n", text: "1.5" },
      { name: "none", text: "null" },
    ]);
  });

  it("names media instead of spelling them out", () => {
    expect(firstRowMembers({ image: `data:image/png;base64,${PNG}` })).toEqual([{ name: "image", text: "image" }]);
  });

  it("shows the first columns of a wide row, and a row that is not an object by its value", () => {
    const wide = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`column${index}`, index]));
    expect(firstRowMembers(wide)).toHaveLength(8);
    expect(firstRowMembers("plain")).toEqual([{ name: "", text: "plain" }]);
    expect(firstRowMembers({})).toEqual([]);
  });

  it("is not loaded for large rows", () => {
    expect(isFirstRowSmall(10, 2_000_000)).toBe(true);
    expect(isFirstRowSmall(10, 20_000_000)).toBe(false);
    expect(isFirstRowSmall(null, 20_000_000)).toBe(true);
    expect(isFirstRowSmall(0, 0)).toBe(true);
  });
});
