import { describe, expect, test } from "vitest";
import { decidingScore, prepareCurves, scoreNames } from "./prepare-curve";
import { evaluatedCheckpoint, evaluationWith } from "./testing/evaluation-with";

const checkpoint = (step: number, metrics: Record<string, unknown>) => ({ id: `checkpoint-${step}`, step, metrics });

describe("the curves of a model", () => {
  test("are over gradient steps, with intervals and the best", () => {
    const { score, xLabel } = prepareCurves(evaluationWith([0.2, 0.6, 0.5]), [], []);
    expect(xLabel).toBe("gradient step");
    expect(score.name).toBe("exact");
    expect(score.points.map(({ step, x, value, isBest }) => [step, x, value, isBest])).toEqual([
      [0, 0, 0.2, false],
      [1, 10, 0.6, true],
      [2, 20, 0.5, false],
    ]);
    expect(score.points[1]).toMatchObject({ low: 0.5, high: 0.7 });
    expect(score.x.domain).toEqual([0, 20]);
    expect(score.y.domain[0]).toBeLessThanOrEqual(0.1);
    expect(score.y.domain[1]).toBeGreaterThanOrEqual(0.7);
  });

  test("show another score of the same evaluations, which does not select the best checkpoint", () => {
    const evaluation = evaluationWith([0.2, 0.6]);
    const close = { id: "close.within", kind: "boolean" as const, mean: 0.9, low: null, high: null };
    const checkpoints = evaluation.checkpoints.map((one, index) => {
      const figures = one.run?.figures;
      if (!one.run || !figures || index === 0) return one;
      const scores = [...figures.scores, { ...close, example_count: 20, failure_count: 0 }];
      return { ...one, run: { ...one.run, figures: { ...figures, scores } } };
    });
    const two = { ...evaluation, checkpoints };
    expect(scoreNames(two)).toEqual(["exact", "close.within"]);
    expect(scoreNames(evaluationWith([null]))).toEqual(["exact"]);
    const { score } = prepareCurves(two, [], [], "close.within");
    expect(score.name).toBe("close.within");
    expect(score.points.map(({ step, value, isBest }) => [step, value, isBest])).toEqual([[1, 0.9, false]]);
    expect(score.open.map(({ step }) => step)).toEqual([0]);
  });

  test("leave open what has no value, on the line between its neighbours and never as zero", () => {
    const evaluation = evaluationWith([0.2, null, 0.6, null]);
    const { score } = prepareCurves(evaluation, [], []);
    expect(score.points).toHaveLength(2);
    expect(score.open.map(({ step, x, value }) => [step, x, value])).toEqual([
      [1, 10, 0.4],
      [3, 30, null],
    ]);
    expect(score.x.domain).toEqual([0, 30]);
  });

  test("mark as running what waits or runs", () => {
    const evaluation = evaluationWith([0.2, 0.4]);
    const open = evaluatedCheckpoint(2, 0.5);
    const checkpoints = (["waiting", "running", "failed"] as const).map((state, index) => ({
      ...open,
      step: 2 + index,
      run: open.run && { ...open.run, state, figures: null },
    }));
    const { score } = prepareCurves(
      { ...evaluation, checkpoints: [...evaluation.checkpoints, ...checkpoints] },
      [],
      [],
    );
    expect(score.open.map(({ step, isRunning }) => [step, isRunning])).toEqual([
      [2, true],
      [3, true],
      [4, false],
    ]);
  });

  test("stand beside reward and KL on the same places, by the names of the trainer", () => {
    const checkpoints = [
      checkpoint(0, {}),
      checkpoint(1, { reward: 0.25, kl_div: 0.1, kl_policy_ref: 0.2, "val/reward": 1 }),
      checkpoint(2, { reward: 0.5, kl_div: 0.1, kl_policy_ref: null }),
      checkpoint(9, { reward: 1 }),
    ];
    const { others, score } = prepareCurves(evaluationWith([0.2, 0.4, 0.5]), checkpoints, [
      "reward",
      "val/reward",
      "kl_div",
      "kl_policy_ref",
    ]);
    expect(others.map(({ name, points }) => [name, points.map(({ x, value }) => [x, value])])).toEqual([
      [
        "reward",
        [
          [10, 0.25],
          [20, 0.5],
        ],
      ],
      ["kl_policy_ref", [[10, 0.2]]],
    ]);
    expect(others.map(({ x }) => x)).toEqual([score.x, score.x]);
  });

  test("are over checkpoints where no job reported gradient steps", () => {
    const evaluation = evaluationWith([0.2, 0.4]);
    const checkpoints = evaluation.checkpoints.map((one) => ({ ...one, gradient_steps: 0 }));
    const { score, xLabel } = prepareCurves({ ...evaluation, checkpoints }, [], []);
    expect(xLabel).toBe("step");
    expect(score.points.map(({ x }) => x)).toEqual([0, 1]);
  });

  test("have axes also without any value", () => {
    const { score, others } = prepareCurves(evaluationWith([]), [], ["loss"]);
    expect(score).toMatchObject({ points: [], open: [] });
    expect(score.x.domain.every(Number.isFinite) && score.y.domain.every(Number.isFinite)).toBe(true);
    expect(others).toEqual([]);
  });
});

test("the score that decides is missing where the run has another one or none", () => {
  expect(decidingScore(evaluatedCheckpoint(1, 0.5), "exact")?.mean).toBe(0.5);
  expect(decidingScore(evaluatedCheckpoint(1, 0.5), "other")).toBeNull();
  expect(decidingScore(evaluatedCheckpoint(1, null), "exact")).toBeNull();
});
