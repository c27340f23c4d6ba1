"use client";

import { memo } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import type { ChartTable } from "@/lib/chart/chart-table";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { ChartNotes } from "@/lib/training/metrics/chart-notes";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { MetricChartModel } from "@/lib/training/metrics/metric-chart";
import { saysNothingAsLine } from "@/lib/training/metrics/metric-figures";
import { metricHint } from "@/lib/training/metrics/metric-hints";
import { metricLabel } from "@/lib/training/metrics/metric-roles";
import { nearestIndex } from "@/lib/training/metrics/pixel-points";
import { useCrosshair } from "./crosshair";
import { MetricFigures } from "./metric-figures";
import { MetricPlot } from "./metric-plot";
import { PinButton } from "./pin-button";

type MetricCardProps = {
  chart: MetricChartModel & { readonly notes: ChartNotes };
  color: string;
  isLog: boolean;
  /** The header of the first column of the table. */
  xLabel: string;
  fileName: string;
  isPinned: boolean;
  onPin: (path: string) => void;
  onZoom: (range: readonly [number, number] | null) => void;
};

/** A metric in a grid: its value at the crosshair, how to read it, its line. */
export const MetricCard = memo(function MetricCard(props: MetricCardProps) {
  const { chart, color, isLog, isPinned, onPin, onZoom } = props;
  const hint = metricHint(chart.path);
  const label = metricLabel(chart.path);
  return (
    <ChartFrame
      title={chart.path}
      heading={
        <span
          className={classNames("block truncate", label === null && "text-code")}
          title={`${chart.path}${hint === null ? "" : `. ${hint}`}`}
        >
          {label ?? chart.path}
        </span>
      }
      legend={
        <>
          <ValueHere chart={chart} />
          <PinButton name={chart.path} isPinned={isPinned} onPin={() => onPin(chart.path)} />
        </>
      }
      summary={summary(chart, hint)}
      table={chartFigures(chart, props.xLabel)}
      fileName={`${props.fileName}-${chart.path}`}
      className="group border-r border-b border-line"
    >
      {chart.hiddenCount > 0 ? (
        <p className="-mt-1.5 h-4 truncate px-4 text-micro text-ink-3 max-md:px-3">
          {countOf(chart.hiddenCount, "value")} at or below 0, hidden on a log scale
        </p>
      ) : null}
      <div className="relative h-[116px] flex-none">
        {saysNothingAsLine(chart) ? (
          <MetricFigures chart={chart} notes={chart.notes} xLabel={props.xLabel} />
        ) : (
          <MetricPlot chart={chart} color={color} isLog={isLog} notes={chart.notes} onZoom={onZoom} />
        )}
      </div>
    </ChartFrame>
  );
});

/** The value of the line at the crosshair, or at its end. */
function ValueHere({ chart }: { chart: MetricChartModel }) {
  const { at } = useCrosshair();
  const index = at === null ? chart.values.length - 1 : nearestIndex(chart.xs, at + chart.offset);
  const isSmoothed = chart.smoothValues !== chart.values;
  return (
    <span className="flex items-baseline gap-1.5 whitespace-nowrap">
      <b className="font-medium tabular-nums">{formatMetric(chart.path, chart.smoothValues[index])}</b>
      {isSmoothed ? (
        <span className="text-micro text-ink-3 tabular-nums">raw {formatMetric(chart.path, chart.values[index])}</span>
      ) : null}
    </span>
  );
}

function summary({ path, values, notes }: MetricCardProps["chart"], hint: string | null): string {
  const format = (value: number | undefined) => formatMetric(path, value);
  return [
    `${path}: ${countOf(values.length, "value")}, from ${format(values[0])} to ${format(values[values.length - 1])}.`,
    ...notes.rules.map(({ label, isCrossed }) => `${label}${isCrossed ? ", crossed" : ""}.`),
    ...(notes.marks.length === 0 ? [] : [`Notable: ${notes.marks.map(({ label }) => label).join(", ")}.`]),
    ...(hint === null ? [] : [hint]),
  ].join(" ");
}

/** The values of the chart as a table. Computed on request: a growing chart never needs them. */
function chartFigures(chart: MetricChartModel, xLabel: string): ChartTable {
  return {
    head: [xLabel, "value", "low", "high"],
    get rows() {
      return chart.raw.map(({ x, last, low, high }) => [x, last, low, high]);
    },
  };
}
