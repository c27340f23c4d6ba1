"use client";

import type { inferParserType } from "nuqs";
import { useMemo, useState } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { DYES } from "@/components/chart/prepare-series";
import { chartFigures } from "@/components/training/metric-card";
import { metricHint } from "@/components/training/metric-hints";
import { MetricPlot } from "@/components/training/metric-plot";
import { lineChart } from "@/components/training/prepare-metric-chart";
import type { Checkpoint } from "@/components/training/use-checkpoints";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { plainNumber } from "@/lib/api/contract/json-text";
import { countOf } from "@/lib/format/count";
import type { modelParams } from "./search-params";

type Choices = inferParserType<typeof modelParams>;

type CheckpointChartProps = {
  checkpoints: readonly Checkpoint[];
  names: readonly string[];
  metric: string;
  choices: Choices;
  onChange: (change: Partial<Choices>) => void;
  fileName: string;
};

/** One metric over the steps of a model. */
export function CheckpointChart({ checkpoints, names, metric, choices, onChange, fileName }: CheckpointChartProps) {
  const [zoom, setZoom] = useState<readonly [number, number] | null>(null);
  const { ema, log: isLog } = choices;
  const chart = useMemo(() => {
    const points = checkpoints.flatMap(({ step, metrics }) => {
      const value = plainNumber(metrics[metric]);
      return typeof value === "number" ? [{ step, value }] : [];
    });
    const xs = points.map(({ step }) => step);
    const [first, last] = [xs[0] ?? 0, xs.at(-1) ?? 1];
    const whole = last > first ? ([first, last] as const) : ([first - 0.5, first + 0.5] as const);
    const line = { path: metric, xs, values: points.map(({ value }) => value) };
    return lineChart(line, { x: "step", ema, isLog, zoom }, whole);
  }, [checkpoints, metric, ema, isLog, zoom]);
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
          {zoom === null ? null : (
            <Button size="small" onClick={() => setZoom(null)}>
              Whole range
            </Button>
          )}
          <Segmented
            label="Scale of values"
            size="small"
            value={isLog ? "log" : "linear"}
            segments={[
              { value: "linear", label: "Linear" },
              { value: "log", label: "Log" },
            ]}
            onChange={(value) => onChange({ log: value === "log" })}
          />
        </>
      }
      summary={`${metric} of ${countOf(chart.values.length, "checkpoint")}. ${metricHint(metric) ?? ""}`}
      table={chartFigures(chart, "step")}
      fileName={`${fileName}-${metric.replaceAll("/", "-")}`}
      className="h-[230px] flex-none border-t border-line"
    >
      <div className="relative min-h-0 flex-1">
        <MetricPlot chart={chart} color={DYES[0]} isLog={isLog} onZoom={setZoom} hasDots />
      </div>
    </ChartFrame>
  );
}
