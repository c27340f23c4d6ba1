import { describe, expect, it } from "vitest";
import { averagePoints, downsamplePoints, joinSingleGaps, lastPoint, lineRuns, separateLabels } from "./line-points";

const line = (...values: (number | null)[]) => values.map((value, timeMs) => ({ timeMs, value }));

describe("a line", () => {
  it("is not drawn across missing values", () => {
    const runs = lineRuns(line(1, 2, null, null, 3, Number.NaN, 4));
    expect(runs.map((run) => run.map(({ value }) => value))).toEqual([[1, 2], [3], [4]]);
    expect(lineRuns(line(null))).toEqual([]);
  });

  it("can be joined across single missing values, and then still ends where a longer gap begins", () => {
    const runs = lineRuns(joinSingleGaps(line(null, 1, null, 2, Number.NaN, 3, null, null, 4, null)));
    expect(runs.map((run) => run.map(({ value }) => value))).toEqual([[1, 2, 3], [4]]);
  });

  it("ends at the last available value", () => {
    expect(lastPoint(line(1, 2, null))).toEqual({ timeMs: 1, value: 2 });
    expect(lastPoint(line())).toBeNull();
  });

  it("keeps its spikes and its gaps when it is thinned", () => {
    const points = Array.from({ length: 50_000 }, (_, index) => ({
      timeMs: index,
      value: index === 31_415 ? 999 : index === 27_182 ? null : index % 7,
    }));
    const thin = downsamplePoints(points);
    expect(thin.length).toBeLessThanOrEqual(2000);
    expect(thin.find(({ value }) => value === 999)?.timeMs).toBe(31_415);
    expect(thin.find(({ value }) => value === null)?.timeMs).toBe(27_182);
    const times = thin.map(({ timeMs }) => timeMs);
    expect(times).toEqual([...times].sort((left, right) => left - right));
  });

  it("is averaged for a small picture", () => {
    expect(averagePoints(line(1, 3, null, 5, null, null, 7), 4)).toEqual([
      { timeMs: 0.5, value: 2 },
      { timeMs: 2.5, value: 5 },
      { timeMs: 4.5, value: null },
      { timeMs: 6, value: 7 },
    ]);
    const short = line(1, 2);
    expect(averagePoints(short, 4)).toBe(short);
  });

  it("is not changed while it is short", () => {
    const points = line(1, null, 2);
    expect(downsamplePoints(points)).toBe(points);
  });
});

describe("labels at the ends of lines", () => {
  it("are spaced apart inside the plot, in the order of their lines", () => {
    expect(separateLabels([50, 52, 10], 14, 0, 100)).toEqual([50, 64, 10]);
    expect(separateLabels([98, 99, 100], 14, 0, 100)).toEqual([72, 86, 100]);
    expect(separateLabels([-5], 14, 0, 100)).toEqual([0]);
  });
});
