"use client";

import type { inferParserType } from "nuqs";
import { useMemo } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { Select } from "@/components/form/select";
import { MAX_FIGURES, PointFigures } from "@/components/training/curves/point-figures";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { NEUTRAL_COLOR, SERIES_COLORS } from "@/lib/chart/series";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { lineFigures } from "@/lib/training/metrics/line-figures";
import { metricHint } from "@/lib/training/metrics/metric-hints";
import type { Workspace } from "@/lib/workspace/workspace";
import { AddModel, MAX_MODELS } from "./add-model";
import { ExplorerControls } from "./explorer-controls";
import { ModelsLegend } from "./models-legend";
import {
  type ChartedModel,
  hasTimes,
  metricFigures,
  modelNotes,
  modelsChart,
  stepsInRange,
} from "./prepare-models-chart";
import type { modelSearchParams } from "./search-params";
import { useComparedModels } from "./use-compared-models";

const LinesPlot = partLoadedLater(async () => (await import("@/components/training/metrics/lines-plot")).LinesPlot);

type Choices = inferParserType<typeof modelSearchParams>;

type CheckpointChartProps = {
  workspace: Workspace;
  /** The model of the page. */
  model: Omit<ChartedModel, "color">;
  names: readonly string[];
  metric: string;
  choices: Choices;
  onChange: (change: Partial<Choices>) => void;
};

/** One metric of a model and of other models, by step or over time; a drag selects the checkpoints of the table. */
export function CheckpointChart({ workspace, model, names, metric, choices, onChange }: CheckpointChartProps) {
  const { ema, log: isLog, steps } = choices;
  const { id, label, checkpoints } = model;
  const otherIds = useMemo(
    () => choices.with.filter((other) => other !== id).slice(0, MAX_MODELS - 1),
    [choices.with, id],
  );
  const others = useComparedModels(workspace.connectionId, otherIds);
  const models = useMemo(
    () =>
      [{ id, label, checkpoints, failure: null }, ...others].map((one, index) => ({
        ...one,
        color: SERIES_COLORS[index] ?? NEUTRAL_COLOR,
      })),
    [id, label, checkpoints, others],
  );
  const isTimed = hasTimes(models);
  const x = isTimed ? choices.x : "step";
  const chart = useMemo(
    () => modelsChart(models, metric, { ema, isLog, zoom: null, x }),
    [models, metric, ema, isLog, x],
  );
  const notes = useMemo(() => modelNotes({ checkpoints }, metric, { steps, x }), [checkpoints, metric, steps, x]);
  const valueCount = chart.lines.reduce((sum, { line }) => sum + line.values.length, 0);
  const figures = others.length === 0 && valueCount <= MAX_FIGURES ? metricFigures(checkpoints, metric) : [];
  return (
    <ChartFrame
      title={`${metric} by step`}
      heading={
        <Select
          label="Metric"
          className="h-6 max-w-64"
          value={metric}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(next) => onChange({ metric: next })}
        />
      }
      legend={
        <>
          <AddModel
            workspace={workspace}
            ids={[id, ...otherIds]}
            onAdd={(added) => onChange({ with: [...otherIds, added] })}
          />
          <ExplorerControls choices={{ ...choices, x }} isTimed={isTimed} onChange={onChange} />
        </>
      }
      summary={`${metric} of ${countOf(valueCount, "checkpoint")}. ${notes.named ? `The best is ${notes.named.label}. ` : ""}${metricHint(metric) ?? ""}`}
      table={lineFigures(chart.lines, models, x === "time" ? "time (ms since 1970)" : "step")}
      fileName={`model-${label}-${metric.replaceAll("/", "-")}`}
      isDrawing={figures.length === 0}
      className={classNames(
        "flex-none border-t border-line",
        figures.length > 0 ? "h-[132px]" : "h-[242px] max-md:h-[280px]",
      )}
    >
      {others.length === 0 ? null : (
        <ModelsLegend
          slug={workspace.slug}
          models={models}
          drawn={chart.lines.map(({ key }) => key)}
          onRemove={(removed) => onChange({ with: otherIds.filter((other) => other !== removed) })}
        />
      )}
      <div className="relative min-h-0 flex-1">
        {figures.length > 0 ? (
          <PointFigures noun="step" points={figures} />
        ) : (
          <LinesPlot
            x={chart.x}
            y={chart.y}
            lines={chart.lines}
            isLog={isLog}
            notes={notes}
            onZoom={(range) => onChange({ steps: range === null ? [] : [...stepsInRange(checkpoints, range, x)] })}
            hasDots
          />
        )}
      </div>
    </ChartFrame>
  );
}
