"use client";

import { useMemo, useState } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { ChartLegend } from "@/components/chart/chart-legend";
import { useAddToDashboard } from "@/components/dashboard/use-add-to-dashboard";
import { ChangeLines } from "@/components/deployments/change-lines";
import { LINES_MARGIN } from "@/components/deployments/plot-margins";
import type { Change } from "@/components/deployments/prepare-changes";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { TracesScope } from "@/lib/address/traces-href";
import { ofSource } from "@/lib/calls/source-choice";
import { toggleSeries } from "@/lib/chart/series";
import { formatDuration } from "@/lib/format/duration";
import type { Workspace } from "@/lib/workspace/workspace";
import { type LatencyResult, prepareLatencyChart } from "./prepare-latency-chart";

const LinesChart = partLoadedLater(async () => (await import("@/components/chart/lines-chart")).LinesChart);

/** Loads the chart while the page waits for its figures. */
export const preloadLatencyChart = LinesChart.preload;

/** The error of the quantiles of many calls; empty when they are exact. */
function quantileNote(error: number | undefined): string {
  return error === undefined || error === 0 ? "" : `, ±${Number((error * 100).toPrecision(2))}%`;
}

type LatencyPanelProps = {
  /** Absent where the service reads no measures, which dashboards are made of. */
  workspace?: Workspace;
  result: LatencyResult;
  scope: TracesScope;
  /** Their names stand in the chart of calls. */
  changes?: readonly Change[];
  crossMs: number | null;
  onCrosshairMove: (timeMs: number | null) => void;
  onZoom: (range: { fromMs: number; toMs: number } | null) => void;
};

/** The duration of calls over time, and the p99 of the compared range. */
export function LatencyPanel(props: LatencyPanelProps) {
  const { workspace, result, scope, changes = [], crossMs, onCrosshairMove, onZoom } = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const chart = useMemo(() => prepareLatencyChart(result, scope, Date.now()), [result, scope]);
  const lines = useMemo(() => chart.lines.filter(({ key }) => !hidden.has(key)), [chart, hidden]);
  const adding = useAddToDashboard(workspace, {
    ...{ kind: "lines", size: "M", figure: "latency_p99" },
    ...{ query: ofSource(scope.query, scope.source), rootsOnly: scope.areRootsOnly },
  });
  const keys = chart.lines.map(({ key }) => key);
  const scopeName = scope.areRootsOnly ? "roots" : "all calls";
  return (
    <ChartFrame
      title="Latency"
      unit={`${scopeName}, log scale${quantileNote(result.quantile_error)}`}
      summary={chart.summary}
      table={chart.table}
      fileName="latency"
      menuItems={adding.item}
      className="h-[284px]"
      legend={
        <ChartLegend
          label="Lines"
          series={chart.lines}
          markOf={(key) => (chart.lines.find((line) => line.key === key)?.isDotted ? "dotted" : "line")}
          hidden={hidden}
          onPress={(key, isShift) => setHidden(toggleSeries(keys, hidden, key, isShift))}
        />
      }
    >
      <LinesChart
        label="Latency"
        lines={lines}
        bands={chart.bands}
        format={formatDuration}
        crossMs={crossMs}
        onCrosshairMove={onCrosshairMove}
        onZoom={onZoom}
      />
      <ChangeLines changes={changes} margin={LINES_MARGIN} hasNames={false} />
      {adding.dialog}
    </ChartFrame>
  );
}
