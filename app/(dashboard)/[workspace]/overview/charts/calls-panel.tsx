"use client";

import { useCallback, useMemo, useState } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { ChartLegend } from "@/components/chart/chart-legend";
import { useAddToDashboard } from "@/components/dashboard/use-add-to-dashboard";
import { ChangeLines } from "@/components/deployments/change-lines";
import { BARS_MARGIN } from "@/components/deployments/plot-margins";
import type { Change } from "@/components/deployments/prepare-changes";
import { useDeploymentsDialog } from "@/components/deployments/use-deployments-dialog";
import { useUserNames } from "@/components/session/use-user-names";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { TracesScope } from "@/lib/address/traces-href";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { Deployment } from "@/lib/api/contract/deployments/deployments";
import type { Grouping } from "@/lib/calls/grouping";
import { ofSource } from "@/lib/calls/source-choice";
import { toggleSeries } from "@/lib/chart/series";
import { type MarkPosition, maxColumnTotal, stackColumns } from "@/lib/chart/stacks";
import { countAxis } from "@/lib/chart/ticks";
import { bucketName } from "@/lib/chart/time-buckets";
import type { Workspace } from "@/lib/workspace/workspace";
import { GroupMenu } from "./group-menu";
import { ERRORS_KEY, errorColumns, prepareCallsChart, segmentText } from "./prepare-calls-chart";

const StackedBarsChart = partLoadedLater(
  async () => (await import("@/components/chart/stacked-bars-chart")).StackedBarsChart,
);

/** Loads the chart while the page waits for its figures. */
export const preloadCallsChart = StackedBarsChart.preload;

/** The chart of errors has room for three labels. */
const axisOfErrors = (largest: number) => countAxis(largest, 2);

type CallsPanelProps = {
  result: CallsFiguresResult;
  scope: TracesScope;
  grouping: Grouping;
  workspace: Workspace;
  onGroupChange: (name: string) => void;
  changes: readonly Change[];
  deployments: readonly Deployment[] | null;
  /** What of the changes could not be read. */
  note: string;
  crossMs: number | null;
  onCrosshairMove: (timeMs: number | null) => void;
  onZoom: (range: { fromMs: number; toMs: number } | null) => void;
};

/** Calls over time, stacked by a selectable group. */
export function CallsPanel(props: CallsPanelProps) {
  const { result, scope, grouping, crossMs, onCrosshairMove: onCross, onZoom } = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [order, setOrder] = useState<readonly string[]>([]);
  const userNames = useUserNames(grouping.by === "svc_user_id");
  const chart = useMemo(
    () => prepareCallsChart(result, grouping, order, userNames),
    [result, grouping, order, userNames],
  );
  // A name keeps its color in the next response.
  if (chart.order.join("\n") !== order.join("\n")) setOrder(chart.order);
  const columns = useMemo(() => stackColumns(chart.buckets, chart.stacked, hidden), [chart, hidden]);
  const errors = useMemo(
    () => (hidden.has(ERRORS_KEY) ? null : errorColumns(chart, maxColumnTotal(columns))),
    [chart, columns, hidden],
  );
  const textOf = useCallback((mark: MarkPosition) => segmentText(chart, mark, scope, Date.now()), [chart, scope]);
  const adding = useAddToDashboard(props.workspace, {
    ...{ kind: "bars", size: "M", figure: "calls", by: grouping.name },
    ...{ query: ofSource(scope.query, scope.source), rootsOnly: scope.areRootsOnly },
  });
  const marking = useDeploymentsDialog(props.workspace, props.deployments);
  const shared = { hatchedKey: ERRORS_KEY, textOf, crossMs, onCrosshairMove: onCross, onZoom };
  const keys = chart.series.map(({ key }) => key);
  const title = `Calls by ${grouping.label}`;
  return (
    <ChartFrame
      title={title}
      heading={<GroupMenu grouping={grouping} workspace={props.workspace} onChange={props.onGroupChange} />}
      unit={[`per ${bucketName(result.bucket_seconds)}`, ...(props.note === "" ? [] : [props.note])].join(", ")}
      summary={chart.summary}
      table={chart.table}
      fileName={`calls-by-${grouping.name}`}
      menuItems={
        <>
          {adding.item}
          {marking.item}
        </>
      }
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
      <div className="relative min-h-0 flex-1">
        <StackedBarsChart label={title} columns={columns} series={chart.series} {...shared} />
        <ChangeLines changes={props.changes} margin={BARS_MARGIN} />
      </div>
      {errors === null ? null : (
        <div className="relative h-[84px] flex-none border-t border-line">
          <StackedBarsChart
            label="Errors"
            columns={errors}
            series={chart.series.filter(({ key }) => key === ERRORS_KEY)}
            axisOf={axisOfErrors}
            {...shared}
          />
          <ChangeLines changes={props.changes} margin={BARS_MARGIN} hasNames={false} />
          <p className="pointer-events-none absolute top-px left-[48px] bg-bg px-1 text-micro text-ink-3">
            errors, own scale
          </p>
        </div>
      )}
      {adding.dialog}
      {marking.dialog}
    </ChartFrame>
  );
}
