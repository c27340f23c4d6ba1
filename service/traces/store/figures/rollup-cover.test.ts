import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coverRange, type TimeSpan } from "./rollup-cover";

const MINUTE = 60_000_000;
const WIDTHS = [3600, 900, 60];
const at = (hours: number, minutes = 0, micros = 0) => (hours * 60 + minutes) * MINUTE + micros;

const covered = (range: TimeSpan, cuts: number[] = [], apart: TimeSpan[] = []) =>
  coverRange({ range, cuts, apart, widths: WIDTHS });

describe("the cover of a range", () => {
  it("uses the widest rollups that fit, and calls for the parts of minutes at both ends", () => {
    expect(covered({ from: at(0, 44, 30), to: at(3, 16, 5) })).toEqual({
      rolled: [
        { from: at(3, 15), to: at(3, 16), width: 60 },
        { from: at(0, 45), to: at(1), width: 900 },
        { from: at(3), to: at(3, 15), width: 900 },
        { from: at(1), to: at(3), width: 3600 },
      ],
      rows: [
        { from: at(0, 44, 30), to: at(0, 45) },
        { from: at(3, 16), to: at(3, 16, 5) },
      ],
    });
  });

  it("divides rollups where a bucket starts or a price changes", () => {
    expect(covered({ from: at(0), to: at(2) }, [at(0, 30), at(1)])).toEqual({
      rolled: [
        { from: at(0), to: at(1), width: 900 },
        { from: at(1), to: at(2), width: 3600 },
      ],
      rows: [],
    });
  });

  it("leaves out spans whose rollups must not be used, also where they overlap", () => {
    const apart = [
      { from: at(1), to: at(2) },
      { from: at(-5), to: at(0) },
      { from: at(1), to: at(3) },
    ];
    expect(covered({ from: at(-1), to: at(4) }, [], apart)).toEqual({
      rolled: [
        { from: at(0), to: at(1), width: 3600 },
        { from: at(3), to: at(4), width: 3600 },
      ],
      rows: [
        { from: at(-1), to: at(0) },
        { from: at(1), to: at(3) },
      ],
    });
  });

  it("covers each time of any range once, with whole rollups that nothing divides", () => {
    const time = fc.oneof(
      fc.integer({ min: -300, max: 300 }).map((minute) => minute * MINUTE),
      fc.integer({ min: -at(5), max: at(5) }),
    );
    const span = fc
      .tuple(time, time)
      .map(([left, right]) => ({ from: Math.min(left, right), to: Math.max(left, right) }));
    fc.assert(
      fc.property(span, fc.array(time, { maxLength: 6 }), fc.array(span, { maxLength: 3 }), (range, cuts, apart) => {
        const { rolled, rows } = covered(range, cuts, apart);
        const all = [...rolled, ...rows].sort((left, right) => left.from - right.from);
        let end = range.from;
        for (const { from, to } of all) {
          expect(from).toBe(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBe(range.to);
        for (const { from, to, width } of rolled) {
          const micros = width * 1e6;
          expect([Math.abs(from % micros), Math.abs(to % micros)]).toEqual([0, 0]);
          for (const cut of cuts) expect(cut > from && cut < to && cut % micros !== 0).toBe(false);
          for (const other of apart) expect(Math.max(from, other.from) < Math.min(to, other.to)).toBe(false);
        }
      }),
    );
  });
});
