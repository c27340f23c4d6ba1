import { describe, expect, it } from "vitest";
import { fetchWindowOf, parseWindowCount, windowLabel } from "./row-window";

describe("the requested rows", () => {
  it.each([
    ["", null],
    [" 12,500 ", 12_500],
    ["0", 0],
    ["-1", undefined],
    ["1.5", undefined],
    ["many", undefined],
    ["99999999999999999999", undefined],
  ])("are read from %j as %j", (text, count) => expect(parseWindowCount(text)).toBe(count));

  it("are described in words", () => {
    expect(windowLabel({ from: 0, limit: null }, "row")).toBe("All rows");
    expect(windowLabel({ from: 5000, limit: null }, "row")).toBe("Rows from 5,000");
    expect(windowLabel({ from: 5000, limit: 100 }, "row")).toBe("Up to 100 rows from 5,000");
    expect(windowLabel({ from: 0, limit: null }, "thread")).toBe("All threads");
    expect(windowLabel({ from: 7, limit: 1 }, "thread")).toBe("Up to 1 thread from 7");
  });

  it("are all of them if an address is invalid", () => {
    expect(fetchWindowOf(-5, -1)).toEqual({ from: 0, limit: null });
    expect(fetchWindowOf(3, 0)).toEqual({ from: 3, limit: null });
  });
});
