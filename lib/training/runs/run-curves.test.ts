import { expect, test } from "vitest";
import { prepareRunCurves } from "./run-curves";
import { exampleIteration } from "./testing/example-iteration";

const keysOf = (...iterations: Parameters<typeof prepareRunCurves>[0]) =>
  prepareRunCurves(iterations).map(({ key }) => key);

test("reward, signal, KL and entropy have a chart from the start, the others once they have a value", () => {
  expect(keysOf()).toEqual(["reward", "signal", "kl", "entropy"]);
  expect(keysOf(exampleIteration(1))).toEqual(["reward", "signal", "kl", "entropy", "tokens"]);
  const evaluation = { state: "finished", score: "right", mean: 0.5, low: 0.4, high: 0.6, run_id: "e", call_id: null };
  expect(keysOf(exampleIteration(1, { evaluation, cost_usd: 0.1 }))).toEqual([
    ...["reward", "signal", "evaluation", "kl", "entropy", "tokens", "cost"],
  ]);
});

test("the band of the reward is one standard deviation, inside the rewards that occurred", () => {
  const [reward] = prepareRunCurves([exampleIteration(2)]);
  expect(reward?.curve.points).toEqual([
    { step: 2, x: 2, value: 0.2, low: 0, high: 0.6000000000000001, isBest: false },
  ]);
});

test("an iteration without a value leaves a gap, never a zero", () => {
  const empty = { mean: null, std_dev: null, group_std_dev: null, low: null, high: null, min: null, max: null };
  const [reward, signal, kl] = prepareRunCurves([
    exampleIteration(1),
    exampleIteration(2, { reward: empty, groups: 0, groups_with_signal: 0, metrics: {} }),
    exampleIteration(3),
  ]);
  for (const chart of [reward, signal, kl]) expect(chart?.curve.points.map(({ step }) => step)).toEqual([1, 3]);
});

test("an iteration that is still sampling has no point", () => {
  const [reward] = prepareRunCurves([exampleIteration(1), exampleIteration(2, { state: "sampling" })]);
  expect(reward?.curve.points.map(({ step }) => step)).toEqual([1]);
});

test("each metric of a logged run has a chart, under its own name unless a standard chart shows it", () => {
  const metrics = { "actor/entropy": 1.2, "critic/rewards/mean": 0.4, loss: 0.1 };
  const curves = prepareRunCurves([exampleIteration(1, { metrics, groups: 0, tokens: null })], "log");
  expect(curves.map(({ title }) => title)).toEqual(["Reward mean", "Entropy", "critic/rewards/mean", "loss"]);
  expect(prepareRunCurves([], "log").map(({ key }) => key)).toEqual(["reward"]);
});

test("the curve of the evaluation begins at the model before training", () => {
  const evaluation = { state: "finished", score: "right", mean: 0.5, low: 0.4, high: 0.6, run_id: "e", call_id: null };
  const base = { ...evaluation, mean: 0.3, low: null, high: null };
  const curves = prepareRunCurves([exampleIteration(1, { evaluation })], "service", base);
  const pointsOf = (wanted: string) => curves.find(({ key }) => key === wanted)?.curve.points ?? [];
  expect(pointsOf("evaluation").map(({ x, value }) => [x, value])).toEqual([
    [0, 0.3],
    [1, 0.5],
  ]);
  expect(pointsOf("reward").map(({ x }) => x)).toEqual([1]);
  expect(curves[0]?.curve.x.domain).toEqual([0, 1]);
});
