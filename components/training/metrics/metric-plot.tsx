"use client";

import type { MetricChartModel } from "@/lib/training/metrics/metric-chart";
import { LinesPlot } from "./lines-plot";

type MetricPlotProps = {
  chart: MetricChartModel;
  color: string;
  isLog: boolean;
  /** A drag selected a range of x; null resets it. */
  onZoom: (range: readonly [number, number] | null) => void;
};

/** One metric as a line. */
export function MetricPlot({ chart, color, ...rest }: MetricPlotProps) {
  return <LinesPlot x={chart.x} y={chart.y} lines={[{ key: chart.path, color, line: chart }]} {...rest} />;
}
