import { describe, expect, it } from "vitest";
import { indexesOf, prepareVisibleRows, rowsInView } from "./prepare-visible-rows";

const ROW_PX = 26;
const HEAD_PX = 50;
const MILLION = 1_000_000;

const visible = (scrollTopPx: number, heightPx: number, count: number) =>
  prepareVisibleRows(
    rowsInView({ scrollTopPx, scrollLeftPx: 0, widthPx: 1200, heightPx }, ROW_PX, HEAD_PX),
    count,
    ROW_PX,
  );

describe("the visible rows", () => {
  it("are those below the header, and eight beyond both edges", () => {
    // 310 px show eleven rows and a part of the twelfth.
    expect(visible(2600, 360, MILLION)).toMatchObject({ first: 92, end: 120, inView: { first: 100, last: 111 } });
    expect(visible(0, 360, MILLION)).toMatchObject({ first: 0, end: 20, inView: { first: 0, last: 11 } });
  });

  it("are as few in a million rows as in a thousand", () => {
    const counts = [1000, MILLION].map((count) => indexesOf(visible(2600, 900, count)).length);
    expect(counts).toEqual([49, 49]);
  });

  it("leave the height of all other rows above and below", () => {
    for (const scrollTopPx of [0, 13, 2600, MILLION * ROW_PX]) {
      const { first, end, abovePx, belowPx } = visible(scrollTopPx, 900, MILLION);
      expect(abovePx).toBe(first * ROW_PX);
      expect(abovePx + (end - first) * ROW_PX + belowPx).toBe(MILLION * ROW_PX);
    }
  });

  it("are the last ones when the list became shorter than the scroll position", () => {
    const { end, inView, belowPx } = visible(26_000, 360, 500);
    expect({ end, last: inView.last, belowPx }).toEqual({ end: 500, last: 499, belowPx: 0 });
  });

  it("are none in an empty list, and none while the frame has no height", () => {
    expect(visible(0, 360, 0)).toMatchObject({ first: 0, end: 0, abovePx: 0, belowPx: 0 });
    expect(visible(0, 0, 100)).toMatchObject({ first: 0, end: 0, abovePx: 0, belowPx: 100 * ROW_PX });
    expect(visible(0, 360, 0).inView.last).toBe(-1);
  });
});
