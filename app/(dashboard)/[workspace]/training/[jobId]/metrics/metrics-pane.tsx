"use client";

import { useCallback, useMemo } from "react";
import { PaneState } from "@/components/state/pane-state";
import type { ChartParams } from "@/components/training/metrics/chart-params";
import { MetricsBar } from "@/components/training/metrics/metrics-bar";
import { SERIES_COLORS } from "@/lib/chart/series";
import { orderPaths } from "@/lib/training/metrics/metric-hints";
import type { MetricTable } from "@/lib/training/metrics/metric-table";
import { SeriesCard } from "./series-card";

type MetricsPaneProps = {
  table: MetricTable;
  version: number;
  isOver: boolean;
  choices: ChartParams;
  onChange: (change: Partial<ChartParams>) => void;
  fileName: string;
};

/** Every number of the events as a chart; all charts share the crosshair, the zoom and the smoothing. */
export function MetricsPane({ table, version, isOver, choices, onChange, fileName }: MetricsPaneProps) {
  const x = table.hasTimes ? choices.x : "step";
  const { ema, log: isLog } = choices;
  const [from, to] = choices.zoom;
  const wanted = useMemo(() => {
    const zoom = from === undefined || to === undefined ? null : ([from, to] as const);
    return { version, choices: { x, ema, isLog, zoom } };
  }, [version, x, ema, isLog, from, to]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table grows in place, and its version says so
  const paths = useMemo(
    () =>
      orderPaths(
        table.series.map(({ path }) => path),
        choices.pin,
      ),
    [table, version, choices.pin],
  );
  const colors = new Map(
    table.series.map(({ path }, index) => [path, SERIES_COLORS[index % SERIES_COLORS.length] ?? SERIES_COLORS[0]]),
  );
  const onZoom = useCallback(
    (range: readonly [number, number] | null) => onChange({ zoom: range === null ? [] : [...range] }),
    [onChange],
  );
  const { pin } = choices;
  const onPin = useCallback(
    (path: string) => onChange({ pin: pin.includes(path) ? pin.filter((one) => one !== path) : [...pin, path] }),
    [onChange, pin],
  );
  return (
    <section aria-label="Metrics" className="flex flex-none flex-col">
      <MetricsBar choices={{ ...choices, x }} hasTimes={table.hasTimes} count={paths.length} onChange={onChange} />
      {paths.length === 0 ? (
        <div className="flex min-h-60 border-b border-line">
          <PaneState kind="empty" title={isOver ? "No metrics logged" : "No metrics yet"}>
            {isOver ? "The job ended before its first gradient step." : "Charts appear as soon as metrics arrive."}
          </PaneState>
        </div>
      ) : (
        <div className="grid grid-cols-3 overflow-hidden [&>*]:-mr-px max-xl:grid-cols-2 max-md:grid-cols-1">
          {paths.map((path) => (
            <SeriesCard
              key={path}
              table={table}
              wanted={wanted}
              path={path}
              color={colors.get(path) ?? SERIES_COLORS[0]}
              fileName={fileName}
              isPinned={choices.pin.includes(path)}
              onPin={onPin}
              onZoom={onZoom}
            />
          ))}
        </div>
      )}
    </section>
  );
}
