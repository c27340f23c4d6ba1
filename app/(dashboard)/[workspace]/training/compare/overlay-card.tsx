"use client";

import { Pin } from "lucide-react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { useCrosshair } from "@/components/training/metrics/crosshair";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { countOf } from "@/lib/format/count";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { lineFigures } from "@/lib/training/metrics/line-figures";
import { metricHint } from "@/lib/training/metrics/metric-hints";
import { nearestIndex } from "@/lib/training/metrics/pixel-points";
import type { ComparedJob } from "./compared-jobs";
import type { OverlayChart } from "./prepare-overlay";

const LinesPlot = partLoadedLater(async () => (await import("@/components/training/metrics/lines-plot")).LinesPlot);

type OverlayCardProps = {
  chart: OverlayChart;
  sides: readonly ComparedJob[];
  isLog: boolean;
  xLabel: string;
  isPinned: boolean;
  onPin: () => void;
  onZoom: (range: readonly [number, number] | null) => void;
};

/** A metric of several jobs: the value of each at the crosshair, and their lines overlaid. */
export function OverlayCard({ chart, sides, isLog, xLabel, isPinned, onPin, onZoom }: OverlayCardProps) {
  const { path, lines } = chart;
  const hiddenCount = lines.reduce((sum, { line }) => sum + line.hiddenCount, 0);
  return (
    <ChartFrame
      title={path}
      heading={
        <span className="block truncate text-code" title={metricHint(path) ?? undefined}>
          {path}
        </span>
      }
      legend={
        <Button
          kind="ghost"
          size="icon-small"
          isOn={isPinned}
          aria-pressed={isPinned}
          aria-label={`Pin ${path}`}
          onClick={onPin}
        >
          <Pin size={12} strokeWidth={2} aria-hidden="true" />
        </Button>
      }
      summary={summary(chart, sides)}
      table={lineFigures(chart.lines, sides, xLabel)}
      fileName={`jobs-${path}`}
      className="border-r border-b border-line"
    >
      <ValuesHere chart={chart} sides={sides} />
      {hiddenCount > 0 ? (
        <p className="truncate px-4 text-micro text-ink-3 max-md:px-3">
          {countOf(hiddenCount, "value")} at or below 0, not shown on a log scale
        </p>
      ) : null}
      <div className="relative h-[136px] flex-none">
        <LinesPlot x={chart.x} y={chart.y} lines={lines} isLog={isLog} onZoom={onZoom} />
      </div>
    </ChartFrame>
  );
}

/** The value of each line at the crosshair, or at its end; a job that ended earlier shows its last value. */
function ValuesHere({ chart: { path, lines }, sides }: { chart: OverlayChart; sides: readonly ComparedJob[] }) {
  const { at } = useCrosshair();
  return (
    <ul className="-mt-1.5 flex min-h-4 flex-wrap gap-x-3 px-4 text-micro text-ink-2 tabular-nums max-md:px-3">
      {lines.map(({ key, color, line }) => {
        const index = at === null ? line.values.length - 1 : nearestIndex(line.xs, at + line.offset);
        const side = sides.find(({ id }) => id === key);
        return (
          <li key={key} title={side?.label} className="flex items-center gap-1">
            <i aria-hidden="true" className="h-[7px] w-2.5 rounded-[2px]" style={{ background: color }} />
            <span className="sr-only">{side?.label}</span>
            {formatMetric(path, line.smoothValues[index])}
          </li>
        );
      })}
    </ul>
  );
}

function summary({ path, lines }: OverlayChart, sides: readonly ComparedJob[]): string {
  const summaries = lines.map(({ key, line: { values } }) => {
    const label = sides.find(({ id }) => id === key)?.label ?? key;
    return `${label} from ${formatMetric(path, values[0])} to ${formatMetric(path, values[values.length - 1])}`;
  });
  return `${path}: ${summaries.join("; ")}.`;
}
