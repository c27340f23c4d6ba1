"use client";

import { useCallback, useMemo, useState } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { ChartLegend } from "@/components/chart/chart-legend";
import { ChangeLines } from "@/components/deployments/change-lines";
import { BARS_MARGIN } from "@/components/deployments/plot-margins";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { measuredText, windowText } from "@/components/watches/watch-words";
import { toggleSeries } from "@/lib/chart/series";
import { type MarkPosition, stackColumns } from "@/lib/chart/stacks";
import { countAxis, linearAxis } from "@/lib/chart/ticks";
import { panelChanges } from "./panel-changes";
import { seriesOf, seriesSummary, seriesTable, spansOf, windowLabel } from "./panel-series";
import { panelTitle } from "./panel-words";
import type { TimePanelProps } from "./time-panel-props";

const StackedBarsChart = partLoadedLater(
  async () => (await import("@/components/chart/stacked-bars-chart")).StackedBarsChart,
);

const NOWHERE = { startMs: 0, endMs: 0 };

/** A measure over time as bars, with the groups that add up to it as segments. */
export function BarsPanel({ data, plot, deployments }: TimePanelProps) {
  const changes = useMemo(() => panelChanges(data, deployments), [data, deployments]);
  const { panel, measured } = data;
  const { figure } = panel;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const chart = useMemo(() => {
    const spans = spansOf(data);
    const series = seriesOf(data);
    const counts = series.map(({ key, values }) => ({ key, counts: values.map((value) => value ?? 0) }));
    return { spans, series, counts, table: seriesTable(spans, series), summary: seriesSummary(data, series) };
  }, [data]);
  const columns = useMemo(() => stackColumns(chart.spans, chart.counts, hidden), [chart, hidden]);
  const textOf = useCallback(
    ({ column, key }: MarkPosition) => {
      const series = chart.series.filter((one) => one.key === key);
      return windowLabel(data, chart.spans[column] ?? NOWHERE, series, column);
    },
    [chart, data],
  );
  const isWhole = figure === "calls" || figure === "errors" || figure === "threads" || figure === "users";
  const keys = chart.series.map(({ key }) => key);
  return (
    <ChartFrame
      title={panelTitle(panel)}
      unit={`per ${windowText(measured.window_seconds)}`}
      summary={chart.summary}
      table={chart.table}
      fileName={panelTitle(panel)}
      className="h-full"
      legend={
        chart.series.length > 1 ? (
          <ChartLegend
            label="Series"
            series={chart.series}
            hidden={hidden}
            onPress={(key, isShift) => setHidden(toggleSeries(keys, hidden, key, isShift))}
          />
        ) : (
          <span className="text-micro whitespace-nowrap text-ink-3">{measuredText(figure, measured.total.value)}</span>
        )
      }
    >
      <div className="relative min-h-0 flex-1">
        <StackedBarsChart
          label={panelTitle(panel)}
          columns={columns}
          series={chart.series}
          axisOf={isWhole ? countAxis : (largest) => linearAxis(largest, (value) => measuredText(figure, value))}
          textOf={textOf}
          {...plot}
        />
        <ChangeLines changes={changes} margin={BARS_MARGIN} />
      </div>
    </ChartFrame>
  );
}
