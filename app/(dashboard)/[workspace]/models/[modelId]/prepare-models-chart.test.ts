import { describe, expect, test } from "vitest";
import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import {
  type ChartedModel,
  hasTimes,
  metricFigures,
  modelNotes,
  modelsChart,
  selectedCheckpoints,
  stepsInRange,
} from "./prepare-models-chart";

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

const timed = (steps: readonly number[]): readonly Checkpoint[] =>
  steps.map((step) => ({
    id: String(step),
    step,
    metrics: { reward: step === 3 ? 0.9 : step / 10 },
    created_at: `2026-11-21T10:0${step}:00Z`,
  }));

describe("the explorer of checkpoints", () => {
  test("draws checkpoints over the time at which they were saved, if all have one", () => {
    const checkpoints = timed([1, 2, 3]);
    expect(hasTimes([{ checkpoints }])).toBe(true);
    expect(hasTimes([{ checkpoints: [...checkpoints, { id: "4", step: 4, metrics: {} }] }])).toBe(false);
    const [line] = modelsChart([{ id: "a", label: "a", color: "", checkpoints }], "reward", {
      ...plain,
      x: "time",
    }).lines;
    const start = Date.parse("2026-11-21T10:00:00Z");
    expect(line?.line.xs).toEqual([1, 2, 3].map((minute) => start + minute * 60_000));
  });

  test("names the best checkpoint, and compares with the first", () => {
    const notes = modelNotes({ checkpoints: timed([0, 1, 3, 4]) }, "reward", { steps: [] });
    expect(notes.named).toEqual({ x: 3, value: 0.9, label: "0.900 at step 3" });
    expect(notes.rules.map(({ label }) => label)).toEqual(["base 0"]);
    expect(modelNotes({ checkpoints: timed([1]) }, "reward", { steps: [] }).named).toBeUndefined();
  });

  test("selects the checkpoints of a range on either axis", () => {
    const checkpoints = timed([1, 2, 3, 4]);
    expect(stepsInRange(checkpoints, [1.5, 3.2], "step")).toEqual([2, 3]);
    const at = (minute: number) => Date.parse(`2026-11-21T10:0${minute}:00Z`);
    expect(stepsInRange(checkpoints, [at(3), at(9)], "time")).toEqual([3, 4]);
    expect(stepsInRange(checkpoints, [1.2, 1.8], "step")).toEqual([]);
    expect(selectedCheckpoints(checkpoints, [2, 3]).map(({ step }) => step)).toEqual([2, 3]);
    expect(selectedCheckpoints(checkpoints, [])).toHaveLength(4);
    expect(modelNotes({ checkpoints }, "reward", { steps: [2, 3], x: "time" }).selected).toEqual([at(2), at(3)]);
  });
});

test("the figures of a metric are those of the checkpoints that have it", () => {
  const { checkpoints } = model("a", { 0: null, 1: 0.5, 1200: 0.25 });
  expect(metricFigures(checkpoints, "reward")).toEqual([
    { at: "1", value: "0.500" },
    { at: "1,200", value: "0.250" },
  ]);
});

test("the labels of a chart have space above and below its lines", () => {
  const { y } = modelsChart([model("a", { 1: 0, 2: 1 })], "reward", plain);
  expect(y.domain[0]).toBeLessThan(-0.15);
  expect(y.domain[1]).toBeGreaterThan(1.15);
});
