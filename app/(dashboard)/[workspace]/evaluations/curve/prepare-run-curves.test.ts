import { describe, expect, it } from "vitest";
import { evaluationFigures, evaluationRun, scoreFigures } from "@/test/setup/evaluation-fixtures";
import { curveFacts, curveSummary, curveTable, emptyCurveWords } from "./describe-run-curves";
import { nearestPoint, prepareRunCurves } from "./prepare-run-curves";

const options = { scoreId: "exact", direction: "higher", over: null } as const;
let minute = 59;

/** Newest first, as the service lists them. */
function runsOf(...given: readonly (readonly [model: string, mean: number | null])[]) {
  minute = 59;
  const runs = given.map(([model], index) =>
    evaluationRun({ id: `r${index}`, model_name: model, started_at: `2026-11-20T10:${minute--}:00Z` }),
  );
  const figures = given.map(([, mean], index) =>
    evaluationFigures({ run_id: `r${index}`, scores: [scoreFigures({ mean, interval: null })] }),
  );
  return [runs, figures] as const;
}

describe("the curve of a score", () => {
  it("runs over the steps of each model's checkpoints, in their order, and marks the best", () => {
    const curves = prepareRunCurves(...runsOf(["a-step-20", 0.5], ["a-step-10", 0.6], ["b-step-5", 0.2]), options);
    expect(curves.over).toBe("step");
    expect(curves.lines.map(({ label, points }) => [label, points.map(({ x, value }) => [x, value])])).toEqual([
      [
        "a",
        [
          [10, 0.6],
          [20, 0.5],
        ],
      ],
      ["b", [[5, 0.2]]],
    ]);
    expect(curves.lines[0]?.points.map(({ isBest }) => isBest)).toEqual([true, false]);
    expect(curves.x.domain).toEqual([5, 20]);
  });

  it("has the newest of repeated evaluations of a checkpoint", () => {
    const curves = prepareRunCurves(...runsOf(["a-step-1", 0.9], ["a-step-1", 0.1], ["a-step-2", 0.3]), options);
    expect(curves.lines[0]?.points.map(({ value }) => value)).toEqual([0.9, 0.3]);
  });

  it("shows models without steps as levels beside checkpoints", () => {
    const curves = prepareRunCurves(
      ...runsOf(["gpt", 0.8], ["gpt", 0.7], ["a-step-1", 0.1], ["a-step-2", 0.3], ["m", 1], ["n", 1], ["o", 1]),
      options,
    );
    expect(curves.levels.map(({ label, value }) => [label, value])).toEqual([
      ["gpt", 0.8],
      ["m", 1],
      ["n", 1],
    ]);
    expect(curves.leftOut).toBe(1);
  });

  it("runs over time where no model has two steps, and where that is asked for", () => {
    const time = prepareRunCurves(...runsOf(["gpt", 0.8], ["gpt", 0.7]), options);
    expect(time.over).toBe("time");
    expect(time.lines[0]?.points.map(({ value }) => value)).toEqual([0.7, 0.8]);
    expect(prepareRunCurves(...runsOf(["a-step-1", 0.1], ["a-step-2", 0.3]), { ...options, over: "time" }).over).toBe(
      "time",
    );
  });

  it("leaves out runs without a value, and says how many models have no line", () => {
    expect(prepareRunCurves(...runsOf(["a", null]), options).lines).toEqual([]);
    const many = Array.from({ length: 9 }, (_, index) => [`m${index}`, 0.5] as const);
    expect(prepareRunCurves(...runsOf(...many), options).leftOut).toBe(2);
  });

  it("marks no point as best where the direction of the score is unknown", () => {
    const [runs, figures] = runsOf(["a-step-1", 0.1], ["a-step-2", 0.3]);
    const curves = prepareRunCurves(runs, figures, { ...options, direction: null });
    expect(curves.lines[0]?.points.some(({ isBest }) => isBest)).toBe(false);
  });

  it("finds the point under the pointer", () => {
    const [line] = prepareRunCurves(...runsOf(["a-step-10", 0.5], ["a-step-20", 0.6]), options).lines;
    expect(nearestPoint(line ?? { points: [] }, 14)?.x).toBe(10);
    expect(nearestPoint({ points: [] }, 14)).toBeUndefined();
  });

  it("says in words what it shows and what it leaves out", () => {
    const curves = prepareRunCurves(...runsOf(["a-step-20", 0.5], ["a-step-10", 0.6], ["gpt", 0.7]), options);
    expect(curveSummary(curves, "exact")).toBe(
      "Mean of exact of 1 model. a is best at step 10 with 0.600. gpt has 0.700.",
    );
    expect(curveTable(curves, "exact").rows.map((row) => row.slice(0, 2))).toEqual([
      ["a", 10],
      ["a", 20],
      ["gpt", null],
    ]);
    expect(curveFacts({ ...curves, leftOut: 2 }, 40, 41, "")).toBe("newest 40 of 41 runs, 2 more models not drawn");
    expect(curveFacts(curves, 3, 3, "")).toBe("");
    expect(curveFacts(curves, 3, 4, "held-out rows, n 16")).toBe("held-out rows, n 16, newest 3 of 4 runs");
  });

  it("names the rows behind each point in its table", () => {
    const [runs, figures] = runsOf(["a-step-1", 0.5], ["a-step-2", 0.6]);
    const rows = { part: "held_out" as const, counted: 16, trained: 34, all: 50, models: ["a"] };
    const counted = figures.map((each, at) => (at === 0 ? { ...each, rows, example_count: 16 } : each));
    expect(curveTable(prepareRunCurves(runs, counted, options), "exact").rows.map((row) => row.at(-1))).toEqual([
      "16 held-out",
      "50",
    ]);
  });

  it("says why there is none", () => {
    const levels = prepareRunCurves(...runsOf(["gpt", 0.7]), { ...options, over: "step" });
    expect(emptyCurveWords(levels, true)).toMatch(/^No model name states a training step/);
    expect(emptyCurveWords(levels, false)).toBe("Loading the scores");
    expect(emptyCurveWords(prepareRunCurves([], [], options), true)).toBe("No run has a score with a mean.");
  });
});
