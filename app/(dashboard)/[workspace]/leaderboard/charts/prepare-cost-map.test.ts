import { expect, it } from "vitest";
import { type ModelCost, prepareCostMap } from "./prepare-cost-map";

const model = (name: string, costUsd: number | null, value: number | null): ModelCost => ({
  model: name,
  costUsd,
  value,
  interval: value === null ? null : { low: value - 0.05, high: value + 0.05 },
});

const frontier = (models: readonly ModelCost[], direction: "higher" | "lower") =>
  prepareCostMap(models, direction).points.flatMap(({ model: name, isOnFrontier }) => (isOnFrontier ? [name] : []));

const models = [
  model("large", 0.3, 0.8),
  model("mini", 0.05, 0.5),
  model("agent:step40", 0.001, 0.6),
  model("copy", 0.05, 0.7),
  model("worse", 0.2, 0.7),
];

it("has on the frontier the models that no cheaper one reaches, in either direction", () => {
  expect(frontier(models, "higher")).toEqual(["agent:step40", "copy", "large"]);
  expect(frontier(models, "lower")).toEqual(["agent:step40", "mini"]);
});

it("tells checkpoints from other models by their name", () => {
  const { points } = prepareCostMap(models, "higher");
  expect(points.filter(({ isCheckpoint }) => isCheckpoint).map(({ model: name }) => name)).toEqual(["agent:step40"]);
});

it("names the models without a place on a log scale, and has every interval inside its axes", () => {
  const { points, x, y, leftOut } = prepareCostMap(
    [...models, model("free", 0, 0.4), model("unpriced", null, 0.4), model("unscored", 0.1, null)],
    "higher",
  );
  expect(leftOut).toEqual(["free", "unpriced"]);
  for (const { costUsd, interval } of points) {
    expect(costUsd).toBeGreaterThan(x.domain[0]);
    expect(costUsd).toBeLessThan(x.domain[1]);
    expect(interval?.low).toBeGreaterThan(y.domain[0]);
    expect(interval?.high).toBeLessThan(y.domain[1]);
  }
  expect(y.ticks.length).toBeGreaterThan(1);
});
