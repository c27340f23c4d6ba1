"use client";

import { useCallback, useMemo, useState } from "react";
import { CostPanel } from "@/app/(dashboard)/[workspace]/overview/charts/cost-panel";
import { LatencyPanel } from "@/app/(dashboard)/[workspace]/overview/charts/latency-panel";
import { ERRORS_KEY, segmentText } from "@/app/(dashboard)/[workspace]/overview/charts/prepare-calls-chart";
import { useTimeRange } from "@/components/address/use-time-range";
import { ChartFrame } from "@/components/chart/chart-frame";
import { ChartLegend } from "@/components/chart/chart-legend";
import { StackedBarsChart } from "@/components/chart/stacked-bars-chart";
import type { TracesScope } from "@/lib/address/traces-href";
import type { CallsMetricsResult } from "@/lib/api/contract/calls/call-metrics";
import { snapZoom } from "@/lib/chart/bucket-zoom";
import { toggleSeries } from "@/lib/chart/series";
import { type MarkPosition, stackColumns } from "@/lib/chart/stacks";
import { bucketName } from "@/lib/chart/time-buckets";
import { type Metrics, prepareMetrics } from "./prepare-metrics";

type Zoom = (range: { fromMs: number; toMs: number } | null) => void;

type MetricsPanelsProps = { result: CallsMetricsResult; scope: TracesScope };

/** Calls, latency and cost over time, from the operation that public servers have. */
export function MetricsPanels({ result, scope }: MetricsPanelsProps) {
  const [crossMs, setCrossMs] = useState<number | null>(null);
  const { setRange } = useTimeRange();
  const metrics = useMemo(() => prepareMetrics(result), [result]);
  const onZoom: Zoom = (zoom) => {
    const t = new URLSearchParams(window.location.search).get("t");
    setRange({ t, ...(zoom ? snapZoom(zoom, metrics.result) : { from: null, to: null }) });
  };
  const shared = { scope, crossMs, onCrosshairMove: setCrossMs, onZoom };
  if (metrics.callCount === 0) return <p className="px-4 py-3 text-small text-ink-2">No calls in this range.</p>;
  return (
    <div className="grid flex-none grid-cols-[5fr_5fr_286px] border-b border-line max-lg:grid-cols-[minmax(0,1fr)]">
      <CallsOverTime {...shared} metrics={metrics} />
      <LatencyPanel {...shared} result={metrics.result} />
      <CostPanel group={metrics.models} totals={metrics.totals} scope={scope} />
    </div>
  );
}

type CallsOverTimeProps = {
  metrics: Metrics;
  scope: TracesScope;
  crossMs: number | null;
  onCrosshairMove: (timeMs: number | null) => void;
  onZoom: Zoom;
};

function CallsOverTime({ metrics, scope, crossMs, onCrosshairMove, onZoom }: CallsOverTimeProps) {
  const { chart, result } = metrics;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => stackColumns(chart.buckets, chart.stacked, hidden), [chart, hidden]);
  const keys = chart.series.map(({ key }) => key);
  const textOf = useCallback((mark: MarkPosition) => segmentText(chart, mark, scope, Date.now()), [chart, scope]);
  return (
    <ChartFrame
      title="Calls"
      unit={`per ${bucketName(result.bucket_seconds)}`}
      summary={chart.summary}
      table={chart.table}
      fileName="calls"
      className="h-[284px] border-r border-line max-lg:border-r-0 max-lg:border-b"
      legend={
        <ChartLegend
          label="Series"
          series={chart.series}
          markOf={(key) => (key === ERRORS_KEY ? "hatch" : "area")}
          hidden={hidden}
          onPress={(key, isShift) => setHidden(toggleSeries(keys, hidden, key, isShift))}
        />
      }
    >
      <StackedBarsChart
        label="Calls"
        columns={columns}
        series={chart.series}
        hatchedKey={ERRORS_KEY}
        textOf={textOf}
        crossMs={crossMs}
        onCrosshairMove={onCrosshairMove}
        onZoom={onZoom}
      />
    </ChartFrame>
  );
}
