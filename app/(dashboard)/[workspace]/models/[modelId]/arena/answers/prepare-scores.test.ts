import { describe, expect, test } from "vitest";
import type { AnswerContent } from "./prepare-answer-content";
import { columnFigures, compareScores, type Scorer, scoreOf, scorerProblem } from "./prepare-scores";

const messageOf = (text: string): AnswerContent => ({ text, tools: [] });
const score = (kind: Scorer["kind"], text: string, answer: string, expected: string | null = null) =>
  scoreOf({ kind, text }, { expected }, messageOf(answer), null);

describe("answers are rewarded", () => {
  test.each([
    ["exact", "", " Yes.\n", "Yes.", 1],
    ["exact", "", "yes.", "Yes.", 0],
    ["exact", "No", "No", "Yes.", 1],
    ["contains", "", "Well, YES. Sure", "yes.", 1],
    ["contains", "dog", "No cats", null, 0],
    ["pattern", "^\\d+$", "42", null, 1],
    ["pattern", "^\\d+$", "forty-two", null, 0],
    ["json", "", '{"a": [1]}', null, 1],
    ["json", "", "{a: 1}", null, 0],
    ["length", "3", "yes", null, 1],
    ["length", "3", "yes.", null, 0],
  ] as const)("by %s %j: %j for the reference %j", (kind, text, answer, expected, reward) => {
    expect(score(kind, text, answer, expected)).toBe(reward);
  });

  test("not when there is no reference to compare with", () => {
    expect(score("exact", "", "Yes.")).toBeNull();
    expect(score("contains", "", "Yes.")).toBeNull();
    expect(score("pattern", "(", "Yes.")).toBeNull();
    expect(score("length", "many", "Yes.")).toBeNull();
  });

  test("by hand only by the mark", () => {
    expect(scoreOf({ kind: "marks", text: "" }, { expected: "Yes." }, messageOf("Yes."), null)).toBeNull();
    expect(scoreOf({ kind: "marks", text: "" }, { expected: null }, messageOf(""), 0)).toBe(0);
  });
});

test("an invalid scorer reports the reason", () => {
  expect(scorerProblem({ kind: "pattern", text: "(" })).toBe("Invalid regular expression");
  expect(scorerProblem({ kind: "pattern", text: "" })).toBe("Enter a regular expression");
  expect(scorerProblem({ kind: "length", text: "0" })).toBe("Enter a whole number of characters, at least 1");
  expect(scorerProblem({ kind: "length", text: "280" })).toBeNull();
  expect(scorerProblem({ kind: "exact", text: "" })).toBeNull();
});

test("an answer wins, ties or loses only when both have a reward", () => {
  expect([compareScores(1, 0), compareScores(0.5, 0.5), compareScores(0, 1)]).toEqual(["win", "tie", "loss"]);
  expect([compareScores(null, 1), compareScores(1, null)]).toEqual([null, null]);
});

describe("the figures of a column", () => {
  const answer = (isSeen: boolean | null, reward: number | null, pinned: number | null = null) => ({
    isSeen,
    reward,
    pinned,
    isAnswered: reward !== null,
  });

  test("count rewards, by whether the prompt was trained on", () => {
    const figures = columnFigures([answer(true, 1, 0), answer(true, 0.5, 0.5), answer(false, 0, 1), answer(null, 1)]);
    expect(figures).toEqual({
      mean: 0.625,
      seen: 0.75,
      unseen: 0,
      gap: 0.75,
      answered: 4,
      total: 4,
      verdicts: { win: 1, tie: 1, loss: 1 },
    });
  });

  test("ignore failures, and count nothing as zero", () => {
    const figures = columnFigures([answer(true, null, 1), answer(true, null, 0)]);
    expect(figures).toMatchObject({ mean: null, seen: null, unseen: null, gap: null, answered: 0, total: 2 });
    expect(figures.verdicts).toEqual({ win: 0, tie: 0, loss: 0 });
  });
});
