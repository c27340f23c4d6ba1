import { describe, expect, test } from "vitest";
import { changePairs, finishedRuns, stepWords } from "./prepare-changes";
import { evaluationWith } from "./testing/evaluation-with";

describe("the changes of a curve", () => {
  test("are from the evaluated checkpoint before, and from the best", () => {
    const { previous, best } = changePairs(evaluationWith([0.2, 0.6, null, 0.5]));
    expect(previous.map(({ step, againstStep, runId, againstId }) => [step, againstStep, runId, againstId])).toEqual([
      [1, 0, "call-1", "call-0"],
      [3, 1, "call-3", "call-1"],
    ]);
    expect(best.map(({ step, againstStep }) => [step, againstStep])).toEqual([
      [0, 1],
      [3, 1],
    ]);
  });

  test("are asked for the newest fifty checkpoints, each with the one before it", () => {
    const { previous } = changePairs(evaluationWith(Array.from({ length: 60 }, (_, at) => at / 60)));
    expect(previous).toHaveLength(50);
    expect(previous[0]).toMatchObject({ step: 10, againstStep: 9 });
  });

  test("are none where nothing is evaluated", () => {
    expect(changePairs(evaluationWith([null]))).toEqual({ previous: [], best: [] });
    expect(finishedRuns(evaluationWith([null, 0.5]))).toEqual([{ step: 1, callId: "call-1" }]);
  });
});

test("names steps as ranges of neighbours among those that are evaluated", () => {
  const all = [0, 5, 10, 15, 20, 25];
  expect(stepWords([], all)).toBe("");
  expect(stepWords([5], all)).toBe("5");
  expect(stepWords([5, 10], all)).toBe("5, 10");
  expect(stepWords([0, 10, 15, 20], all)).toBe("0, 10 to 20");
});
