"use client";

import { useMemo, useState } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { ChartLegend } from "@/components/chart/chart-legend";
import { ChangeLines } from "@/components/deployments/change-lines";
import { LINES_MARGIN } from "@/components/deployments/plot-margins";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { measuredText, windowText } from "@/components/watches/watch-words";
import { toggleSeries } from "@/lib/chart/series";
import { linearAxis } from "@/lib/chart/ticks";
import { panelChanges } from "./panel-changes";
import { seriesOf, seriesSummary, seriesTable, spansOf, windowLabel } from "./panel-series";
import { panelTitle } from "./panel-words";
import type { TimePanelProps } from "./time-panel-props";

const LinesChart = partLoadedLater(async () => (await import("@/components/chart/lines-chart")).LinesChart);

/** A measure over time as lines, one for each group. A window without a value is a gap. */
export function LinesPanel({ data, plot, deployments }: TimePanelProps) {
  const changes = useMemo(() => panelChanges(data, deployments), [data, deployments]);
  const { panel, measured } = data;
  const { figure } = panel;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const chart = useMemo(() => {
    const spans = spansOf(data);
    const series = seriesOf(data).filter(({ terms }) => terms !== null);
    const values = series.flatMap((one) => one.values.flatMap((value) => value ?? []));
    return {
      series,
      values,
      lines: series.map(({ key, label, color, values: ofSeries }) => ({
        ...{ key, label, color, width: 1.75 },
        points: spans.map(({ startMs, endMs }, at) => ({ timeMs: (startMs + endMs) / 2, value: ofSeries[at] ?? null })),
      })),
      bands: spans.map((span, at) => ({ ...span, ...windowLabel(data, span, series, at) })),
      table: seriesTable(spans, series),
      summary: seriesSummary(data, series),
    };
  }, [data]);
  const isLog = figure.startsWith("latency");
  const keys = chart.series.map(({ key }) => key);
  const format = (value: number) => measuredText(figure, value);
  return (
    <ChartFrame
      title={panelTitle(panel)}
      unit={`per ${windowText(measured.window_seconds)}${isLog ? ", log" : ""}`}
      summary={chart.summary}
      table={chart.table}
      fileName={panelTitle(panel)}
      className="h-full"
      legend={
        chart.series.length > 1 ? (
          <ChartLegend
            label="Lines"
            series={chart.series}
            markOf={() => "line"}
            hidden={hidden}
            onPress={(key, isShift) => setHidden(toggleSeries(keys, hidden, key, isShift))}
          />
        ) : null
      }
    >
      <LinesChart
        label={panelTitle(panel)}
        lines={chart.lines.filter(({ key }) => !hidden.has(key))}
        bands={chart.bands}
        {...(isLog ? {} : { yAxis: linearAxis(Math.max(0, ...chart.values), format) })}
        format={format}
        {...plot}
      />
      <ChangeLines changes={changes} margin={LINES_MARGIN} />
    </ChartFrame>
  );
}
