import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { Axis } from "@/lib/chart/ticks";
import { formatCount } from "@/lib/format/count";
import { parseTime } from "@/lib/format/time";
import { type ChartNotes, NO_NOTES } from "@/lib/training/metrics/chart-notes";
import { formatMetric, metricTick } from "@/lib/training/metrics/format-metric";
import type { DyedLine } from "@/lib/training/metrics/metric-chart";
import { axesOf, type ChartChoices, pointsLine, rangeAround } from "@/lib/training/metrics/metric-chart";
import { valueAxis } from "@/lib/training/metrics/value-axis";
import { bestStep } from "./prepare-checkpoints";

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

type ModelsChoices = Omit<ChartChoices, "x"> & { readonly x?: "step" | "time" };

/** The position of a checkpoint; null where the service does not report when it was saved. */
const xOf = ({ step, created_at }: Checkpoint, x: ModelsChoices["x"]) => (x === "time" ? parseTime(created_at) : step);

/** True if every checkpoint of the models can be drawn over time. */
export function hasTimes(models: readonly Pick<ChartedModel, "checkpoints">[]): boolean {
  return models.every(({ checkpoints }) => checkpoints.every((checkpoint) => xOf(checkpoint, "time") !== null));
}

/** The share of the range above and below the lines in which the name of the best value fits. */
const LABEL_SHARE = 0.1;

function withLabelSpace({ domain: [low, high] }: Axis): Axis {
  const space = (high - low) * LABEL_SHARE;
  return valueAxis(low - space, high + space, metricTick);
}

/** All lines share one axis, from the first checkpoint of any model to the last of any. */
export function modelsChart(models: readonly ChartedModel[], metric: string, choices: ModelsChoices): ModelsChart {
  const { x = "step" } = choices;
  const drawn = models.flatMap((model) => {
    const points = model.checkpoints
      .flatMap((checkpoint) => {
        const [value, at] = [plainNumber(checkpoint.metrics[metric]), xOf(checkpoint, x)];
        return typeof value === "number" && at !== null ? [{ at, value }] : [];
      })
      .sort((left, right) => left.at - right.at);
    const line = { xs: points.map(({ at }) => at), values: points.map(({ value }) => value) };
    return points.length === 0 ? [] : [{ key: model.id, color: model.color, line }];
  });
  const steps = drawn.flatMap(({ line }) => line.xs);
  const ends = steps.length === 0 ? ([0, 1] as const) : ([Math.min(...steps), Math.max(...steps)] as const);
  const range = choices.zoom ?? rangeAround(ends);
  const byStep = { ...choices, x };
  const lines = drawn.map(({ line, ...rest }) => ({ ...rest, line: pointsLine(line, byStep, range) }));
  const axes = axesOf(
    lines.map(({ line }) => line),
    byStep,
    range,
  );
  return { lines, x: axes.x, y: choices.isLog ? axes.y : withLabelSpace(axes.y) };
}

/** Returns the best value of the page's model, the value of its first checkpoint as a level, and the selected range. */
export function modelNotes(
  { checkpoints }: Pick<ChartedModel, "checkpoints">,
  metric: string,
  choices: Pick<ModelsChoices, "x"> & { readonly steps: readonly number[] },
): ChartNotes {
  const valued = checkpoints.flatMap((checkpoint) => {
    const value = plainNumber(checkpoint.metrics[metric]);
    const x = xOf(checkpoint, choices.x);
    return typeof value === "number" && x !== null ? [{ step: checkpoint.step, value, x }] : [];
  });
  const [first] = valued;
  if (first === undefined || valued.length < 2) return NO_NOTES;
  const best = valued.find(({ step }) => step === bestStep(checkpoints, metric));
  const inside = selectedCheckpoints(checkpoints, choices.steps).flatMap((one) => xOf(one, choices.x) ?? []);
  const hasRange = choices.steps.length === 2 && inside.length > 0;
  return {
    ...NO_NOTES,
    rules: [
      {
        value: first.value,
        label: `${first.step === 0 ? "base" : `step ${first.step}`} ${formatMetric(metric, first.value)}`,
        isCrossed: false,
        isNamedAtEnd: true,
      },
    ],
    named: best
      ? { x: best.x, value: best.value, label: `${formatMetric(metric, best.value)} at step ${best.step}` }
      : null,
    selected: hasRange ? [Math.min(...inside), Math.max(...inside)] : null,
  };
}

/** Returns the values of a metric as texts, in the order of the checkpoints. */
export function metricFigures(
  checkpoints: readonly Checkpoint[],
  metric: string,
): readonly { readonly at: string; readonly value: string }[] {
  return checkpoints.flatMap(({ step, metrics }) => {
    const value = plainNumber(metrics[metric]);
    return typeof value === "number" ? [{ at: formatCount(step), value: formatMetric(metric, value) }] : [];
  });
}

/** Returns the checkpoints between two steps, including both; all of them without a range. */
export function selectedCheckpoints<Item extends { readonly step: number }>(
  checkpoints: readonly Item[],
  [from, to]: readonly number[],
): readonly Item[] {
  if (from === undefined || to === undefined) return checkpoints;
  return checkpoints.filter(({ step }) => step >= from && step <= to);
}

/** Returns the first and the last step of the checkpoints in a range of the axis; empty where there are none. */
export function stepsInRange(
  checkpoints: readonly Checkpoint[],
  [from, to]: readonly [number, number],
  x: ModelsChoices["x"],
): readonly number[] {
  const steps = checkpoints.flatMap((checkpoint) => {
    const at = xOf(checkpoint, x);
    return at !== null && at >= from && at <= to ? [checkpoint.step] : [];
  });
  return steps.length === 0 ? [] : [Math.min(...steps), Math.max(...steps)];
}
