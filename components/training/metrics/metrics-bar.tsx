"use client";

import { Segmented } from "@/components/form/segmented";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatClock } from "@/lib/format/time";
import type { XMode } from "@/lib/training/metrics/metric-chart";
import type { ChartParams } from "./chart-params";
import { useCrosshair } from "./crosshair";
import { SmoothingSlider } from "./smoothing-slider";

type MetricsBarProps = {
  choices: ChartParams;
  hasTimes: boolean;
  count: number;
  onChange: (change: Partial<ChartParams>) => void;
};

const MAX_SMOOTHING = 0.99;

/** The settings of all charts, and the position of the crosshair. */
export function MetricsBar({ choices, hasTimes, count, onChange }: MetricsBarProps) {
  return (
    <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 pr-3 pl-4 max-md:px-3">
      <h2 className="text-base font-medium">Metrics</h2>
      <CrossText x={choices.x} count={count} />
      <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1">
        {choices.zoom.length === 2 ? (
          <Button size="small" onClick={() => onChange({ zoom: [] })}>
            Full range
          </Button>
        ) : null}
        <SmoothingSlider value={choices.ema} max={MAX_SMOOTHING} step={0.01} onChange={(ema) => onChange({ ema })} />
        <Segmented
          label="Value scale"
          size="small"
          value={choices.log ? "log" : "linear"}
          segments={[
            { value: "linear", label: "Linear" },
            { value: "log", label: "Log" },
          ]}
          onChange={(value) => onChange({ log: value === "log" })}
        />
        {hasTimes ? (
          <Segmented
            label="X axis"
            size="small"
            value={choices.x}
            segments={[
              { value: "step", label: "Step" },
              { value: "time", label: "Time" },
              { value: "relative", label: "Relative" },
            ]}
            // A zoom range belongs to the axis that it was made on.
            onChange={(x) => onChange({ x, zoom: [] })}
          />
        ) : count === 0 ? null : (
          <span className="text-micro text-ink-3">by step: the service reports no times</span>
        )}
      </div>
    </div>
  );
}

function CrossText({ x, count }: { x: XMode; count: number }) {
  const { at } = useCrosshair();
  if (at === null) return <span className="text-small text-ink-3">{countOf(count, "metric")}</span>;
  const text = {
    step: () => `step ${Math.round(at)}`,
    time: () => formatClock(at, true),
    relative: () => formatDuration(at),
  };
  return <span className="text-small text-ink-3 tabular-nums">at {text[x]()}</span>;
}
