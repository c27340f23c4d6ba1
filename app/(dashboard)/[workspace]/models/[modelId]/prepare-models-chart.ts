import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { Axis } from "@/lib/chart/ticks";
import type { DyedLine } from "@/lib/training/metrics/metric-chart";
import { axesOf, type ChartChoices, pointsLine, rangeAround } from "@/lib/training/metrics/metric-chart";

/** A model as a line of the chart. */
export interface ChartedModel {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly checkpoints: readonly Checkpoint[];
}

/** A metric of several models in one chart, by step. */
export interface ModelsChart {
  readonly x: Axis;
  readonly y: Axis;
  /** The models whose checkpoints have it. */
  readonly lines: readonly DyedLine[];
}

/** All lines share the same steps, from the first of any model to the last of any. */
export function modelsChart(
  models: readonly ChartedModel[],
  metric: string,
  choices: Omit<ChartChoices, "x">,
): ModelsChart {
  const drawn = models.flatMap((model) => {
    const points = model.checkpoints.flatMap(({ step, metrics }) => {
      const value = plainNumber(metrics[metric]);
      return typeof value === "number" ? [{ step, value }] : [];
    });
    const line = { xs: points.map(({ step }) => step), values: points.map(({ value }) => value) };
    return points.length === 0 ? [] : [{ key: model.id, color: model.color, line }];
  });
  const steps = drawn.flatMap(({ line }) => line.xs);
  const ends = steps.length === 0 ? ([0, 1] as const) : ([Math.min(...steps), Math.max(...steps)] as const);
  const range = choices.zoom ?? rangeAround(ends);
  const byStep = { ...choices, x: "step" } as const;
  const lines = drawn.map(({ line, ...rest }) => ({ ...rest, line: pointsLine(line, byStep, range) }));
  return {
    lines,
    ...axesOf(
      lines.map(({ line }) => line),
      byStep,
      range,
    ),
  };
}
