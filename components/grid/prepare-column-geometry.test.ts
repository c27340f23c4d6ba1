import { describe, expect, it } from "vitest";
import { columnStarts, columnsToRender, prepareColumnGeometry } from "./prepare-column-geometry";

const column = (id: string, widthPx: number | null) => ({ id, widthPx });
const columns = [column("select", 38), column("op", 192), column("input", null), column("cost", 68)];

/** A thousand columns of 100 px, the first two frozen. */
const wide = { columns: Array.from({ length: 1000 }, (_, at) => column(String(at), 100)), frozenCount: 2 };
const frame = (scrollLeftPx: number, widthPx = 1000) => ({ scrollTopPx: 0, scrollLeftPx, widthPx, heightPx: 600 });
const rendered = (scrollLeftPx: number, widthPx?: number) =>
  columnsToRender(frame(scrollLeftPx, widthPx), columnStarts(wide), wide.frozenCount);

describe("the places of columns", () => {
  it("gives the remaining width to a flexible column", () => {
    const geometry = prepareColumnGeometry({ columns, frozenCount: 0 }, null);
    expect(geometry.placed.find(({ id }) => id === "input")?.widthPx).toBeNull();
    expect(geometry).toMatchObject({ minWidthPx: 38 + 192 + 160 + 68, hasFiller: false, gapPx: null, count: 4 });
    expect(geometry.placed.every(({ leftPx, isLastFrozen }) => leftPx === undefined && !isLastFrozen)).toBe(true);
  });

  it("adds an empty column where every width is set", () => {
    const resized = columns.map(({ id, widthPx }) => ({ id, widthPx: widthPx ?? 300 }));
    const geometry = prepareColumnGeometry({ columns: resized, frozenCount: 0 }, null);
    expect(geometry.placed.find(({ id }) => id === "input")?.widthPx).toBe(300);
    expect(geometry.hasFiller).toBe(true);
  });

  it("keeps frozen columns at the left edge, side by side", () => {
    const frozen = [column("select", 38), column("input", 160), column("op", 192), column("cost", 68)];
    const { placed, hasFiller } = prepareColumnGeometry({ columns: frozen, frozenCount: 2 }, null);
    expect(placed.map(({ leftPx }) => leftPx)).toEqual([0, 38, undefined, undefined]);
    expect(placed.filter(({ isLastFrozen }) => isLastFrozen).map(({ id }) => id)).toEqual(["input"]);
    expect(hasFiller).toBe(true);
  });
});

describe("the visible columns", () => {
  it("are those in the frame and four beyond both edges", () => {
    // 800 px are left beside the frozen columns: columns 102 to 109.
    expect(rendered(10_000)).toEqual({ first: 98, end: 114 });
    expect(rendered(0)).toEqual({ first: 2, end: 14 });
    expect(rendered(99_000)).toEqual({ first: 988, end: 1000 });
  });

  it("include a column that is only partly in the frame", () => {
    expect(rendered(10_050)).toEqual({ first: 98, end: 115 });
  });

  it("are none while the frame has no width, and some where frozen columns fill it", () => {
    expect(rendered(0, 0)).toEqual({ first: 2, end: 2 });
    expect(rendered(0, 150)).toEqual({ first: 2, end: 7 });
  });

  it("follow the frozen ones after a gap as wide as the columns between them", () => {
    const geometry = prepareColumnGeometry(wide, rendered(10_000));
    expect(geometry.placed.map(({ position }) => position)).toEqual([
      0,
      1,
      ...Array.from({ length: 16 }, (_, at) => 98 + at),
    ]);
    expect(geometry).toMatchObject({ gapPx: 9600, minWidthPx: 100_000, count: 1000, hasFiller: true });
    expect(prepareColumnGeometry(wide, rendered(0)).gapPx).toBe(0);
  });
});
