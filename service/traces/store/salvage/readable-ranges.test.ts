import fc from "fast-check";
import { expect, it } from "vitest";
import { piecesOf, type RowRange, sortRanges } from "./readable-ranges";

const granulesOf = (sizes: readonly number[]): RowRange[] => {
  let at = 0;
  return sizes.map((rows) => {
    at += rows;
    return { from: at - rows, to: at };
  });
};

it("returns exactly the damaged granules, and all others in few pieces", async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(fc.nat(39)), async (rows, chosen) => {
      const granules = granulesOf(rows);
      const bad = granules.filter((_, index) => chosen.includes(index));
      const { readable, damaged } = await sortRanges(granules, async ({ from, to }) =>
        bad.every((granule) => granule.to <= from || granule.from >= to),
      );
      const rowsIn = (ranges: readonly RowRange[]) =>
        ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));
      expect(rowsIn(damaged)).toEqual(rowsIn(bad));
      const whole = granules.filter((granule) => !bad.includes(granule));
      expect(rowsIn(readable)).toEqual(rowsIn(whole));
      expect(readable.length).toBeLessThanOrEqual(damaged.length + 1);
    }),
  );
});

it("looks at a large part with one damaged granule only about twice", async () => {
  let read = 0;
  const granules = granulesOf(Array.from({ length: 1000 }, () => 100));
  await sortRanges(granules, async ({ from, to }) => {
    read += to - from;
    return from > 70_000 || to <= 70_000;
  });
  expect(read).toBeLessThan(3.1 * 100_000);
});

it("divides a range into pieces without a gap", () => {
  expect(piecesOf({ from: 5, to: 12 }, 3)).toEqual([
    { from: 5, to: 8 },
    { from: 8, to: 11 },
    { from: 11, to: 12 },
  ]);
});
