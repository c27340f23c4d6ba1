import { describe, expect, it } from "vitest";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { comparison, evaluationRun, scoreFigures } from "@/test/setup/evaluation-fixtures";
import {
  boardPairs,
  detectableDifference,
  MAX_PAIRED_MODELS,
  rankRange,
  rankText,
  reversedComparison,
} from "./board-pairs";
import type { BoardRow } from "./leaderboard";

const row = (model: string, place: number | null, columns = 1, bestIn: readonly number[] = []): BoardRow => ({
  model,
  place,
  value: place === null ? null : 1 / place,
  cells: Array.from({ length: columns }, (_, column) => ({
    run: evaluationRun({ id: `${model}${column}` }),
    score: scoreFigures({}),
    isBest: bestIn.includes(column),
  })),
});

const text = (pairs: ReturnType<typeof boardPairs>) => pairs.map(({ id, against_id: against }) => `${id} ${against}`);

describe("the pairs of a leaderboard", () => {
  it("are all ranked models in the ranked column, and all models with the best one in the others", () => {
    const rows = [row("a", 1, 2, [0]), row("b", 2, 2), row("c", 3, 2, [1]), row("d", null, 2)];
    expect(text(boardPairs(rows, [0]))).toEqual(["b0 a0", "c0 a0", "c0 b0", "d0 a0", "c1 a1", "c1 b1", "d1 c1"]);
  });

  it("are limited to the first models, so that a long board does not compare each with each", () => {
    const rows = Array.from({ length: 40 }, (_, index) => row(`m${index}`, index + 1, 1, index === 0 ? [0] : []));
    const all = (MAX_PAIRED_MODELS * (MAX_PAIRED_MODELS - 1)) / 2;
    expect(boardPairs(rows, [0])).toHaveLength(all + 40 - MAX_PAIRED_MODELS);
    expect(rankRange(rows[20] ?? row("m", 1), rows, "higher", () => comparison())).toBeNull();
  });
});

describe("the ranks of a model", () => {
  const rows = [row("a", 1), row("b", 2), row("c", 3), row("d", 4)];
  /** Differences up to one place are noise. */
  const changeTo =
    (own: BoardRow) =>
    (other: BoardRow): EvaluationComparison => {
      const distance = (other.place ?? 0) - (own.place ?? 0);
      const verdict = Math.abs(distance) < 2 ? "no-difference-shown" : distance > 0 ? "higher" : "lower";
      return comparison({ verdict });
    };

  it("reach over all models within noise, behind those that are better and before those that are worse", () => {
    const ranks = rows.map((each) => {
      const range = rankRange(each, rows, "higher", changeTo(each));
      return range === null ? null : rankText(range);
    });
    expect(ranks).toEqual(["1 to 2", "1 to 3", "2 to 4", "3 to 4"]);
  });

  it("follow lower values where those are better", () => {
    const [a] = rows;
    if (a === undefined) throw new Error("no row");
    expect(rankRange(a, rows, "lower", () => comparison({ verdict: "lower" }))).toEqual({ first: 1, last: 1 });
  });

  it("are not known while a comparison is missing", () => {
    const [a] = rows;
    if (a === undefined) throw new Error("no row");
    expect(rankRange(a, rows, "higher", (other) => (other.model === "d" ? null : comparison()))).toBeNull();
  });
});

it("sees a comparison from the other side with its interval and counts turned", () => {
  const change = comparison({ difference: 0.1, interval: { low: 0.04, high: 0.16 }, higher: 9, lower: 2 });
  expect(reversedComparison(change)).toMatchObject({
    difference: -0.1,
    interval: { low: -0.16, high: -0.04 },
    higher: 2,
    lower: 9,
    verdict: "lower",
  });
});

it("states the middle of the smallest differences, and nothing where none is known", () => {
  const changes = [0.09, 0.05, 0.06].map((value) => comparison({ detectable_difference: value }));
  expect(detectableDifference(changes)).toEqual({ median: 0.06, low: 0.05, high: 0.09 });
  expect(detectableDifference([comparison()])).toBeNull();
});
