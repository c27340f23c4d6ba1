import { describe, expect, it } from "vitest";
import { fetchWindowOf, parseWindowCount, windowLabel } from "./row-window";

describe("the rows that are asked for", () => {
  it.each([
    ["", null],
    [" 12,500 ", 12_500],
    ["0", 0],
    ["-1", undefined],
    ["1.5", undefined],
    ["many", undefined],
    ["99999999999999999999", undefined],
  ])("are read from %j as %j", (text, count) => expect(parseWindowCount(text)).toBe(count));

  it("are said in words", () => {
    expect(windowLabel({ from: 0, limit: null }, "row")).toBe("All rows");
    expect(windowLabel({ from: 5000, limit: null }, "row")).toBe("Rows from 5,000 on");
    expect(windowLabel({ from: 5000, limit: 100 }, "row")).toBe("100 rows at most from 5,000 on");
    expect(windowLabel({ from: 0, limit: null }, "thread")).toBe("All threads");
    expect(windowLabel({ from: 7, limit: 1 }, "thread")).toBe("1 thread at most from 7 on");
  });

  it("are all of them where an address says nonsense", () => {
    expect(fetchWindowOf(-5, -1)).toEqual({ from: 0, limit: null });
    expect(fetchWindowOf(3, 0)).toEqual({ from: 3, limit: null });
  });
});
