"use client";

import { partLoadedLater } from "@/components/ui/loaded-later";
import type { ChartNotes } from "@/lib/training/metrics/chart-notes";
import type { MetricChartModel } from "@/lib/training/metrics/metric-chart";

const LinesPlot = partLoadedLater(async () => (await import("./lines-plot")).LinesPlot);

type MetricPlotProps = {
  chart: MetricChartModel;
  color: string;
  isLog: boolean;
  notes: ChartNotes;
  /** A drag selected a range of x; null resets it. */
  onZoom: (range: readonly [number, number] | null) => void;
};

/** One metric as a line. */
export function MetricPlot({ chart, color, ...rest }: MetricPlotProps) {
  return <LinesPlot x={chart.x} y={chart.y} lines={[{ key: chart.path, color, line: chart }]} {...rest} />;
}
