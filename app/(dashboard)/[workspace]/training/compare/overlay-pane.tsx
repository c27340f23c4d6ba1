"use client";

import { useCallback, useMemo } from "react";
import { PaneState } from "@/components/state/pane-state";
import type { ChartParams } from "@/components/training/metrics/chart-params";
import { MetricsBar } from "@/components/training/metrics/metrics-bar";
import type { ComparedJob } from "./compared-jobs";
import { OverlayCard } from "./overlay-card";
import { hasAllTimes, overlayCharts } from "./prepare-overlay";

type OverlayPaneProps = {
  /** The drawn jobs. */
  sides: readonly ComparedJob[];
  paths: readonly string[];
  choices: ChartParams;
  onChange: (change: Partial<ChartParams>) => void;
};

const xLabels: Record<ChartParams["x"], string> = {
  step: "step",
  time: "time (ms since 1970)",
  relative: "time (ms)",
};

/**
 * Every metric of the jobs, each with the lines of all jobs; all charts share the crosshair, the zoom and the
 * smoothing.
 */
export function OverlayPane({ sides, paths, choices, onChange }: OverlayPaneProps) {
  const { x, ema, log: isLog } = choices;
  const [from, to] = choices.zoom;
  const charts = useMemo(() => {
    const zoom = from === undefined || to === undefined ? null : ([from, to] as const);
    return overlayCharts(sides, paths, { x, ema, isLog, zoom });
  }, [sides, paths, x, ema, isLog, from, to]);
  const onZoom = useCallback(
    (range: readonly [number, number] | null) => onChange({ zoom: range === null ? [] : [...range] }),
    [onChange],
  );
  const onPin = (path: string) =>
    onChange({ pin: choices.pin.includes(path) ? choices.pin.filter((one) => one !== path) : [...choices.pin, path] });
  return (
    <section aria-label="Metrics" className="flex flex-none flex-col">
      <MetricsBar choices={choices} hasTimes={hasAllTimes(sides)} count={charts.length} onChange={onChange} />
      {charts.length === 0 ? (
        <div className="flex min-h-60 border-b border-line">
          <PaneState kind="empty" title="No metrics yet">
            Charts appear as soon as metrics arrive.
          </PaneState>
        </div>
      ) : (
        <div className="grid grid-cols-3 overflow-hidden [&>*]:-mr-px max-xl:grid-cols-2 max-md:grid-cols-1">
          {charts.map((chart) => (
            <OverlayCard
              key={chart.path}
              chart={chart}
              sides={sides}
              isLog={isLog}
              xLabel={xLabels[x]}
              isPinned={choices.pin.includes(chart.path)}
              onPin={() => onPin(chart.path)}
              onZoom={onZoom}
            />
          ))}
        </div>
      )}
    </section>
  );
}
