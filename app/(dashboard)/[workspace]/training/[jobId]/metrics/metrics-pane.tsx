"use client";

import { useCallback, useMemo } from "react";
import { PaneState } from "@/components/state/pane-state";
import type { ChartParams } from "@/components/training/metrics/chart-params";
import { MetricsBar } from "@/components/training/metrics/metrics-bar";
import { Skeleton } from "@/components/ui/skeleton";
import { metricLayout } from "@/lib/training/metrics/metric-roles";
import type { MetricTable } from "@/lib/training/metrics/metric-table";
import type { MetricLimits, NotableStep } from "@/lib/training/metrics/notable-steps";
import { MetricGrid } from "./metric-grid";
import { MoreMetrics } from "./more-metrics";

type MetricsPaneProps = {
  table: MetricTable;
  version: number;
  isOver: boolean;
  /** True until the existing events have been read. */
  isReading: boolean;
  choices: ChartParams;
  /** True if all metrics are drawn, not only the key metrics. */
  isFull: boolean;
  onChange: (change: Partial<ChartParams>) => void;
  onFullChange: (isFull: boolean) => void;
  fileName: string;
  limits: MetricLimits;
  notable: readonly NotableStep[];
  /** The mean reward of the base model; null if it is unknown. */
  baseReward: number | null;
};

/** Charts of the key metrics, and of the others on request; all share the crosshair, the zoom and the smoothing. */
export function MetricsPane({
  table,
  version,
  isOver,
  isReading,
  choices,
  onChange,
  isFull,
  ...rest
}: MetricsPaneProps) {
  const x = table.hasTimes ? choices.x : "step";
  const { ema, log: isLog, pin } = choices;
  const [from, to] = choices.zoom;
  const { limits, notable, baseReward } = rest;
  const wanted = useMemo(() => {
    const zoom = from === undefined || to === undefined ? null : ([from, to] as const);
    return { version, choices: { x, ema, isLog, zoom }, limits, notable, baseReward };
  }, [version, x, ema, isLog, from, to, limits, notable, baseReward]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table grows in place, and its version says so
  const layout = useMemo(() => metricLayout(table.series, pin), [table, version, pin]);
  const count = layout.main.length + layout.more.length + layout.constant.length;
  const onZoom = useCallback(
    (range: readonly [number, number] | null) => onChange({ zoom: range === null ? [] : [...range] }),
    [onChange],
  );
  const onPin = useCallback(
    (path: string) => onChange({ pin: pin.includes(path) ? pin.filter((one) => one !== path) : [...pin, path] }),
    [onChange, pin],
  );
  const grid = { table, wanted, pinned: pin, onPin, onZoom, fileName: rest.fileName };
  return (
    <section aria-label="Metrics" className="flex flex-none flex-col">
      <MetricsBar choices={{ ...choices, x }} hasTimes={table.hasTimes} count={count} onChange={onChange} />
      {count === 0 && isReading ? (
        <MetricSkeletons />
      ) : count === 0 ? (
        <div className="flex min-h-60 border-b border-line">
          <PaneState kind="empty" title={isOver ? "No metrics logged" : "No metrics yet"}>
            {isOver ? "The job ended before its first gradient step." : "Charts appear as soon as metrics arrive."}
          </PaneState>
        </div>
      ) : (
        <>
          <MetricGrid paths={layout.main} {...grid} />
          {layout.more.length + layout.constant.length === 0 ? null : (
            <MoreMetrics layout={layout} table={table} isOpen={isFull} onToggle={() => rest.onFullChange(!isFull)}>
              <MetricGrid paths={[...layout.more, ...layout.constant]} {...grid} />
            </MoreMetrics>
          )}
        </>
      )}
    </section>
  );
}

const SKELETONS = ["a", "b", "c", "d", "e", "f"];

/** Placeholders for the charts while the events are loading. */
function MetricSkeletons() {
  return (
    <div
      role="status"
      aria-label="Loading metrics"
      className="grid grid-cols-3 overflow-hidden max-xl:grid-cols-2 max-md:grid-cols-1 [&>*]:-mr-px"
    >
      {SKELETONS.map((key) => (
        <div key={key} className="h-[150px] border-r border-b border-line px-4 py-3">
          <Skeleton className="w-24" />
        </div>
      ))}
    </div>
  );
}
