import { describe, expect, it } from "vitest";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import { comparison, evaluationRun, scoreFigures } from "@/test/setup/evaluation-fixtures";
import { boardMeans, hasBoardMean, hasOwnWeights, meanChange, meanOfParts } from "./board-mean";
import type { BoardCell, BoardColumn } from "./leaderboard";

const column = (given: Partial<BoardColumn> = {}): BoardColumn => ({
  key: "c",
  evaluationId: "tasks",
  evaluationRef: "r",
  scoreId: "exact",
  direction: "higher",
  weight: 1,
  ...given,
});

const cell = (score: Partial<ScoreFigures>, dataset = "d1"): BoardCell => ({
  run: evaluationRun({ dataset_key: dataset }),
  score: scoreFigures(score),
  isBest: false,
});

describe("the mean of a leaderboard", () => {
  it("adds the interval's ends as squares over datasets, and as they are on the same rows", () => {
    const part = (datasetKey: string) => ({ value: 0.5, interval: { low: 0.4, high: 0.6 }, datasetKey, weight: 1 });
    const [apart, together] = [meanOfParts([part("d1"), part("d2")]), meanOfParts([part("d1"), part("d1")])];
    expect(apart.interval?.low).toBeCloseTo(0.5 - Math.SQRT2 * 0.05, 10);
    expect(together.interval?.high).toBeCloseTo(0.6, 10);
    expect(meanOfParts([part("d1"), { ...part("d2"), interval: null }])).toEqual({ value: 0.5, interval: null });
  });

  it("is known only for models with a value in every column, and the best of those is marked", () => {
    const columns = [column(), column({ scoreId: "cited" })];
    const cells = [
      new Map([
        ["a", cell({ mean: 0.4 })],
        ["b", cell({ mean: 0.9 })],
        ["c", cell({ mean: 1 })],
      ]),
      new Map([
        ["a", cell({ mean: 0.6 }, "d2")],
        ["b", cell({ mean: 0.7 }, "d2")],
      ]),
    ];
    expect(
      [...boardMeans(columns, cells)].map(([model, { value, scoreCount, isBest }]) => [
        model,
        value === null ? null : value.toFixed(2),
        scoreCount,
        isBest,
      ]),
    ).toEqual([
      ["a", "0.50", 2, false],
      ["b", "0.80", 2, true],
      ["c", null, 1, false],
    ]);
  });

  it("does not exist for one column, for lower-is-better columns, or for values outside of 0 to 1", () => {
    const cells = (score: Partial<ScoreFigures>) => [new Map([["a", cell(score)]]), new Map([["a", cell({})]])];
    expect(hasBoardMean([column(), column()], cells({}))).toBe(true);
    expect(hasBoardMean([column()], cells({}))).toBe(false);
    expect(hasBoardMean([column(), column({ direction: "lower" })], cells({}))).toBe(false);
    expect(hasBoardMean([column(), column()], cells({ kind: "number", bin_start: 1, bin_end: 5 }))).toBe(false);
    expect(hasBoardMean([column(), column()], cells({ kind: "text" }))).toBe(false);
  });

  it("compares means by paired differences: one dataset's difference can be lost in the noise of another", () => {
    const change = (difference: number, half: number) =>
      comparison({ difference, interval: { low: difference - half, high: difference + half } });
    const clear = { cell: cell({}, "d1"), change: change(-0.2, 0.05), weight: 1 };
    expect(meanChange([clear, { cell: cell({}, "d2"), change: change(-0.1, 0.05), weight: 1 }])).toMatchObject({
      verdict: "lower",
      examples: 100,
      difference: expect.closeTo(-0.15, 10),
    });
    const withOther = (other: ReturnType<typeof comparison>) =>
      meanChange([clear, { cell: cell({}, "d2"), change: other, weight: 1 }]);
    expect(withOther(change(0, 0.4))?.verdict).toBe("no-difference-shown");
    expect(withOther(comparison({ difference: 0.1, interval: null }))?.verdict).toBe("too-few-examples");
    expect(withOther(comparison({ difference: null }))).toBeNull();
  });

  it("shows a smaller difference over several datasets than on the same rows, and none where one is not known", () => {
    const part = (dataset: string, detectable: number | null) => ({
      cell: cell({}, dataset),
      change: comparison({ detectable_difference: detectable }),
      weight: 1,
    });
    expect(meanChange([part("d1", 0.06), part("d2", 0.08)])?.detectable_difference).toBeCloseTo(0.05, 10);
    expect(meanChange([part("d1", 0.06), part("d1", 0.08)])?.detectable_difference).toBeCloseTo(0.07, 10);
    expect(meanChange([part("d1", 0.06), part("d2", null)])?.detectable_difference).toBeNull();
  });

  it("counts each score by its weight, in the value, in its interval and in differences", () => {
    const parts = [
      { value: 0.9, interval: { low: 0.8, high: 1 }, datasetKey: "d1", weight: 3 },
      { value: 0.5, interval: { low: 0.1, high: 0.9 }, datasetKey: "d2", weight: 1 },
    ];
    const { value, interval } = meanOfParts(parts);
    expect(value).toBeCloseTo((3 * 0.9 + 0.5) / 4, 10);
    expect(interval?.low).toBeCloseTo(0.8 - Math.hypot(3 * 0.1, 0.4) / 4, 10);
    // The same factor in all weights changes nothing.
    expect(meanOfParts(parts.map((part) => ({ ...part, weight: 7 * part.weight }))).interval?.high).toBeCloseTo(
      interval?.high ?? 0,
      10,
    );
    const change = (difference: number, detectable: number) =>
      comparison({
        difference,
        interval: { low: difference - 0.05, high: difference + 0.05 },
        detectable_difference: detectable,
      });
    const compared = (weights: readonly [number, number]) =>
      meanChange([
        { cell: cell({}, "d1"), change: change(0.2, 0.06), weight: weights[0] },
        { cell: cell({}, "d2"), change: change(-0.2, 0.08), weight: weights[1] },
      ]);
    expect(compared([1, 1])).toMatchObject({ difference: 0, verdict: "no-difference-shown" });
    expect(compared([3, 1])).toMatchObject({ difference: expect.closeTo(0.1, 10), verdict: "higher" });
    expect(compared([3, 1])?.detectable_difference).toBeCloseTo(Math.hypot(3 * 0.06, 0.08) / 4, 10);
  });

  it("leaves out scores with a weight of 0: models need no value there, and any score may have one", () => {
    const columns = [
      column({ weight: 2 }),
      column({ scoreId: "cited", weight: 1 }),
      column({ weight: 0, direction: "lower" }),
    ];
    const cells = [
      new Map([["a", cell({ mean: 0.9 })]]),
      new Map([["a", cell({ mean: 0.3 })]]),
      new Map([["b", cell({ kind: "text" })]]),
    ];
    expect(hasBoardMean(columns, cells)).toBe(true);
    expect(boardMeans(columns, cells).get("a")).toMatchObject({ value: expect.closeTo(0.7, 10), scoreCount: 2 });
    expect(boardMeans(columns, cells).get("b")).toMatchObject({ value: null, scoreCount: 0 });
    expect(hasBoardMean([column({ weight: 2 }), column({ weight: 0 })], cells)).toBe(false);
    expect([hasOwnWeights(columns), hasOwnWeights([column({ weight: 2 }), column({ weight: 2 })])]).toEqual([
      true,
      false,
    ]);
  });
});
