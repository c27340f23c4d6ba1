import { describe, expect, it } from "vitest";
import { cellParam, parseCell } from "./open-cell";

describe("the open cell in the address", () => {
  it("is restored, whatever its column is called", () => {
    expect(parseCell(cellParam(71356, 'a["odd name"].x 1'))).toEqual({
      rowNumber: 71356,
      columnId: 'a["odd name"].x 1',
    });
    expect(parseCell("tool_calls")).toBeNull();
    expect(parseCell(null)).toBeNull();
  });
});
