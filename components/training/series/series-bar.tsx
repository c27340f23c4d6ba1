"use client";

import { Search } from "lucide-react";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { Switch } from "@/components/form/switch";
import { useCrosshair } from "@/components/training/metrics/crosshair";
import { Button } from "@/components/ui/button";
import type { SeriesAxis } from "@/lib/api/contract/training-runs/run-series";
import { countOf, formatCount } from "@/lib/format/count";
import { positionText } from "@/lib/training/series/series-chart";
import { RangeButton } from "./range-button";
import type { SeriesParams } from "./series-params";
import { SmoothingControl } from "./smoothing-control";

const AXES: Readonly<Record<SeriesAxis, string>> = { step: "Step", tokens: "Tokens", time: "Time" };

type SeriesBarProps = {
  params: SeriesParams;
  /** Those for which a run has values. */
  axes: readonly SeriesAxis[];
  count: number;
  /** The ends of x over all runs; empty where they are not known. */
  extent: readonly number[];
  onChange: (change: Partial<SeriesParams>) => void;
};

/** The tools of all charts: axis, smoothing, scale, outliers, range and search. */
export function SeriesBar({ params, axes, count, extent, onChange }: SeriesBarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Charts"
      className="flex min-h-9 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 pr-3 pl-4 text-small max-md:px-3"
    >
      {axes.length > 1 ? (
        <Segmented
          label="X axis"
          size="small"
          value={params.x}
          segments={axes.map((value) => ({ value, label: AXES[value] }))}
          // A range belongs to the axis that it was made on.
          onChange={(x) => onChange({ x, zoom: [] })}
        />
      ) : null}
      <SmoothingControl params={params} onChange={onChange} />
      <Switch label="Log" isOn={params.log} onChange={(log) => onChange({ log })} />
      <Switch label="Clip outliers" isOn={params.clip} onChange={(clip) => onChange({ clip })} />
      <RangeButton params={params} extent={extent} onChange={onChange} />
      {params.zoom.length === 2 || params.low !== null || params.high !== null ? (
        <Button size="small" onClick={() => onChange({ zoom: [], low: null, high: null })}>
          Full range
        </Button>
      ) : null}
      <Here x={params.x} count={count} />
      <Input
        type="search"
        size="small"
        className="ml-auto w-48 max-md:w-full"
        leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
        aria-label="Find a metric"
        placeholder={`Find a metric, ${formatCount(count)}`}
        value={params.find}
        onChange={(event) => onChange({ find: event.target.value })}
      />
    </div>
  );
}

function Here({ x, count }: { x: SeriesAxis; count: number }) {
  const { at } = useCrosshair();
  return (
    <span className="text-small text-ink-3 tabular-nums max-md:hidden">
      {at === null ? countOf(count, "metric") : positionText(x, at)}
    </span>
  );
}
