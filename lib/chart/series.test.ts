import { describe, expect, it } from "vitest";
import { assignSeries, toggleSeries } from "./series";

describe("the order of series", () => {
  it("is by size at first, with no more series than colors", () => {
    expect(assignSeries(["a", "b", "c"])).toEqual(["a", "b", "c"]);
    expect(assignSeries([..."abcdefghij"])).toEqual([..."abcdefg"]);
  });

  it("stays the same when the sizes change, so that no color changes its meaning", () => {
    expect(assignSeries(["c", "a", "b"], ["a", "b", "c"])).toEqual(["a", "b", "c"]);
    expect(assignSeries(["d", "c", "a"], ["a", "b", "c"], 3)).toEqual(["a", "d", "c"]);
    expect(assignSeries(["c"], ["a", "b", "c"])).toEqual(["c"]);
  });
});

describe("a click on the legend", () => {
  const keys = ["a", "b", "c"];
  const press = (hidden: string[], key: string, isShift = false) => [
    ...toggleSeries(keys, new Set(hidden), key, isShift),
  ];

  it("isolates a series, and another click shows all again", () => {
    expect(press([], "b")).toEqual(["a", "c"]);
    expect(press(["a", "c"], "b")).toEqual([]);
    expect(press(["a", "c"], "a")).toEqual(["b", "c"]);
  });

  it("hides and shows one series with Shift, and never the last one", () => {
    expect(press([], "b", true)).toEqual(["b"]);
    expect(press(["b"], "b", true)).toEqual([]);
    expect(press(["a", "c"], "b", true)).toEqual(["a", "c"]);
  });
});
