import { describe, expect, test } from "vitest";
import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import { type ChartedModel, modelsChart } from "./prepare-models-chart";

const model = (id: string, rewards: Readonly<Record<number, number | null>>): ChartedModel => ({
  id,
  label: `agent ${id}`,
  color: `dye-${id}`,
  checkpoints: Object.entries(rewards).map(
    ([step, reward]): Checkpoint => ({
      id: `${id}-${step}`,
      created_at: "2026-11-21T10:00:00Z",
      model_id: id,
      step: Number(step),
      metrics: reward === null ? {} : { reward },
    }),
  ),
});
const plain = { ema: 0, isLog: false, zoom: null };

describe("a metric of several models", () => {
  test("covers the steps of all of them, with the checkpoints of each", () => {
    const chart = modelsChart(
      [model("a", { 0: null, 2: 0.5, 4: 1 }), model("b", { 1: 0.25, 9: 0.75 })],
      "reward",
      plain,
    );
    expect(chart.x.domain).toEqual([1, 9]);
    expect(chart.lines.map(({ key, color, line }) => [key, color, line.xs, line.values])).toEqual([
      ["a", "dye-a", [2, 4], [0.5, 1]],
      ["b", "dye-b", [1, 9], [0.25, 0.75]],
    ]);
  });

  test("omits a model without the metric, and is empty when none has it", () => {
    const models = [model("a", { 1: 0.5 }), model("b", { 1: null })];
    expect(modelsChart(models, "reward", plain).lines.map(({ key }) => key)).toEqual(["a"]);
    expect(modelsChart(models, "loss", plain).lines).toEqual([]);
  });

  test("draws only the steps that were zoomed to", () => {
    expect(modelsChart([model("a", { 1: 1, 5: 2 })], "reward", { ...plain, zoom: [2, 3] }).x.domain).toEqual([2, 3]);
  });
});
