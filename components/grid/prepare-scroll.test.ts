import { describe, expect, it } from "vitest";
import { holdRow, scrollToReveal } from "./prepare-scroll";

describe("revealing a row or a column", () => {
  const shown = { startPx: 1000, sizePx: 400 };

  it("scrolls back to the start of one before the frame", () => {
    expect(scrollToReveal({ startPx: 974, sizePx: 26 }, shown)).toBe(974);
  });

  it("scrolls on to the end of one after the frame, or partly in it", () => {
    expect(scrollToReveal({ startPx: 1400, sizePx: 26 }, shown)).toBe(1026);
    expect(scrollToReveal({ startPx: 1380, sizePx: 26 }, shown)).toBe(1006);
  });

  it("does not scroll for one that is visible", () => {
    expect(scrollToReveal({ startPx: 1000, sizePx: 26 }, shown)).toBeNull();
    expect(scrollToReveal({ startPx: 1374, sizePx: 26 }, shown)).toBeNull();
  });
});

describe("the row at the top edge", () => {
  const list = (ids: readonly string[], scrollTopPx: number) => ({
    scrollTopPx,
    rowHeightPx: 32,
    idAt: (index: number) => ids[index],
    indexOf: (id: string) => ids.indexOf(id),
  });

  it("becomes the anchor", () => {
    expect(holdRow(null, list(["a", "b", "c"], 40))).toEqual({ anchor: { id: "b", index: 1 }, scrollTopPx: null });
  });

  it("stays in place when rows are inserted or removed above it", () => {
    const anchor = { id: "b", index: 1 };
    expect(holdRow(anchor, list(["x", "y", "a", "b", "c"], 40))).toEqual({
      anchor: { id: "b", index: 3 },
      scrollTopPx: 40 + 2 * 32,
    });
    expect(holdRow(anchor, list(["b", "c"], 40))).toEqual({ anchor: { id: "b", index: 0 }, scrollTopPx: 40 - 32 });
  });

  it("gives way to new rows in a list at its very top", () => {
    const anchor = { id: "a", index: 0 };
    expect(holdRow(anchor, list(["x", "a"], 0))).toEqual({ anchor: { id: "x", index: 0 }, scrollTopPx: null });
  });

  it("is another row once it left the list, and none in an empty one", () => {
    const anchor = { id: "b", index: 1 };
    expect(holdRow(anchor, list(["a", "c"], 40))).toEqual({ anchor: { id: "c", index: 1 }, scrollTopPx: null });
    expect(holdRow(anchor, list([], 40))).toEqual({ anchor: null, scrollTopPx: null });
  });
});
