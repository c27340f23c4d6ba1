"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useTimeRange } from "@/components/address/use-time-range";
import { ChartFrame } from "@/components/chart/chart-frame";
import { ChartLegend } from "@/components/chart/chart-legend";
import { ChangeLines } from "@/components/deployments/change-lines";
import { BARS_MARGIN } from "@/components/deployments/plot-margins";
import { useChanges } from "@/components/deployments/use-changes";
import { useDeploymentsDialog } from "@/components/deployments/use-deployments-dialog";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { linkedSource, type TracesScope } from "@/lib/address/traces-href";
import { callOperation } from "@/lib/api/client/service-client";
import type { SourceChoice } from "@/lib/calls/source-choice";
import { snapZoom } from "@/lib/chart/bucket-zoom";
import { toggleSeries } from "@/lib/chart/series";
import { type MarkPosition, stackColumns } from "@/lib/chart/stacks";
import { bucketName } from "@/lib/chart/time-buckets";
import type { Workspace } from "@/lib/workspace/workspace";
import { moneyAxis, prepareSpendChart, spendChartBody, spendMarkText } from "./prepare-spend-chart";

const StackedBarsChart = partLoadedLater(
  async () => (await import("@/components/chart/stacked-bars-chart")).StackedBarsChart,
);

/** Spend over time, stacked by model. Hidden if nothing in the range has a price. */
export function SpendChart({ workspace, source }: { workspace: Workspace; source: SourceChoice }) {
  const { connectionId, projectId, slug } = workspace;
  const { range, setRange } = useTimeRange();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [order, setOrder] = useState<readonly string[]>([]);
  const [crossMs, setCrossMs] = useState<number | null>(null);
  const { data } = useQuery({
    queryKey: ["service", connectionId, "calls.stats", "spend chart", projectId, range, source],
    queryFn: async ({ signal }) => {
      const body = spendChartBody({ projectId, range, source }, Date.now());
      return { result: await callOperation(connectionId, "calls.stats", { body, signal }), range, source };
    },
    placeholderData: keepPreviousData,
    // The table below gives the reason why there is no spend.
    retry: false,
  });
  const chart = useMemo(() => (data === undefined ? null : prepareSpendChart(data.result, order)), [data, order]);
  if (chart && chart.order.join("\n") !== order.join("\n")) setOrder(chart.order);
  const scope = useMemo(
    (): TracesScope => ({
      ...{ slug, areRootsOnly: false },
      ...linkedSource(workspace, "", data?.source ?? source),
      range: data?.range ?? range,
    }),
    [slug, workspace, data, range, source],
  );
  const { changes, deployments, note } = useChanges(workspace, data?.result, scope);
  const marking = useDeploymentsDialog(workspace, deployments);
  const columns = useMemo(
    () => (chart === null ? [] : stackColumns(chart.buckets, chart.stacked, hidden)),
    [chart, hidden],
  );
  const textOf = useCallback(
    (mark: MarkPosition) =>
      chart === null
        ? { tip: { title: "", when: "", facts: [], action: "" }, href: "" }
        : spendMarkText(chart, mark, scope, Date.now()),
    [chart, scope],
  );
  if (chart === null || data === undefined || chart.series.length === 0) return null;
  const keys = chart.series.map(({ key }) => key);
  return (
    <ChartFrame
      title="Spend over time"
      unit={[`USD per ${bucketName(data.result.bucket_seconds)}, by model`, ...(note === "" ? [] : [note])].join(", ")}
      summary={chart.summary}
      table={chart.table}
      fileName="spend-over-time"
      menuItems={marking.item}
      className="h-[212px] flex-none border-b border-line"
      legend={
        <ChartLegend
          label="Models"
          series={chart.series}
          hidden={hidden}
          onPress={(key, isShift) => setHidden(toggleSeries(keys, hidden, key, isShift))}
        />
      }
    >
      <StackedBarsChart
        label="Spend over time"
        columns={columns}
        series={chart.series}
        axisOf={moneyAxis}
        textOf={textOf}
        crossMs={crossMs}
        onCrosshairMove={setCrossMs}
        onZoom={(zoom) => {
          const t = new URLSearchParams(window.location.search).get("t");
          setRange({ t, ...(zoom ? snapZoom(zoom, data.result) : { from: null, to: null }) });
        }}
      />
      <ChangeLines changes={changes} margin={BARS_MARGIN} />
      {marking.dialog}
    </ChartFrame>
  );
}
