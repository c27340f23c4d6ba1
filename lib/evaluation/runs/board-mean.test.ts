import { describe, expect, it } from "vitest";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import { comparison, evaluationRun, scoreFigures } from "@/test/setup/evaluation-fixtures";
import { boardMeans, hasBoardMean, meanChange, meanOfParts } from "./board-mean";
import type { BoardCell, BoardColumn } from "./leaderboard";

const column = (given: Partial<BoardColumn> = {}): BoardColumn => ({
  key: "c",
  evaluationId: "tasks",
  evaluationRef: "r",
  scoreId: "exact",
  direction: "higher",
  ...given,
});

const cell = (score: Partial<ScoreFigures>, dataset = "d1"): BoardCell => ({
  run: evaluationRun({ dataset_key: dataset }),
  score: scoreFigures(score),
  isBest: false,
});

describe("the mean of a leaderboard", () => {
  it("adds the interval's ends as squares over datasets, and as they are on the same rows", () => {
    const part = (datasetKey: string) => ({ value: 0.5, interval: { low: 0.4, high: 0.6 }, datasetKey });
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
    const clear = { cell: cell({}, "d1"), change: change(-0.2, 0.05) };
    expect(meanChange([clear, { cell: cell({}, "d2"), change: change(-0.1, 0.05) }])).toMatchObject({
      verdict: "lower",
      examples: 100,
      difference: expect.closeTo(-0.15, 10),
    });
    expect(meanChange([clear, { cell: cell({}, "d2"), change: change(0, 0.4) }])?.verdict).toBe("no-difference-shown");
    expect(
      meanChange([clear, { cell: cell({}, "d2"), change: comparison({ difference: 0.1, interval: null }) }])?.verdict,
    ).toBe("too-few-examples");
    expect(meanChange([clear, { cell: cell({}, "d2"), change: comparison({ difference: null }) }])).toBeNull();
  });

  it("shows a smaller difference over several datasets than on the same rows, and none where one is not known", () => {
    const part = (dataset: string, detectable: number | null) => ({
      cell: cell({}, dataset),
      change: comparison({ detectable_difference: detectable }),
    });
    expect(meanChange([part("d1", 0.06), part("d2", 0.08)])?.detectable_difference).toBeCloseTo(0.05, 10);
    expect(meanChange([part("d1", 0.06), part("d1", 0.08)])?.detectable_difference).toBeCloseTo(0.07, 10);
    expect(meanChange([part("d1", 0.06), part("d2", null)])?.detectable_difference).toBeNull();
  });
});
