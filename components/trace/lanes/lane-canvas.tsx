"use client";

import { AreaAxis } from "@/components/trace/time/area-axis";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { Lanes } from "@/lib/trace/time/lanes";
import { windowAround } from "@/lib/trace/time/time-window";
import type { LaneLook } from "./draw-lanes";
import { KindLegend } from "./kind-legend";
import { LaneStrip, type LaneViewProps } from "./lane-strip";
import type { PinnedLanes } from "./use-lane-pins";

const AreaPanel = partLoadedLater(async () => (await import("@/components/trace/statistics/area-panel")).AreaPanel);

type LaneCanvasProps = LaneViewProps & {
  lanes: Lanes;
  /** Absent where groups cannot be pinned. */
  pins?: PinnedLanes;
  look: LaneLook;
  label: string;
  gutterPx: number;
};

/** A trace in lanes: the time axis, pinned lanes, the others, and the calls of the selected span of time. */
export function LaneCanvas({ lanes, pins, ...rest }: LaneCanvasProps) {
  const { skeleton, untilMs, view, area, onSelect, gutterPx } = rest;
  const { span } = area;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <div
        style={{ gridTemplateColumns: `${gutterPx}px minmax(0,1fr)` }}
        className="grid h-[26px] flex-none border-b border-line bg-sunken text-micro leading-[25px] text-ink-3 [scrollbar-gutter:stable] overflow-hidden"
      >
        <span />
        <AreaAxis view={view} area={area} untilMs={untilMs} />
      </div>
      {pins?.pinned ? (
        <LaneStrip {...rest} label="Pinned rows" lanes={pins.pinned} isPinned={true} onPin={pins.pin} />
      ) : null}
      <LaneStrip {...rest} lanes={pins?.others ?? lanes} isPinned={false} onPin={pins?.pin} />
      {/* A phone has no room for both the legend and the table. */}
      <KindLegend skeleton={skeleton} className={span ? "max-md:hidden" : ""} />
      {span ? (
        <AreaPanel
          skeleton={skeleton}
          span={span}
          untilMs={untilMs}
          selectedRow={rest.selectedRow}
          onSelect={onSelect}
          onZoom={() => view.show(windowAround(view.axis, span.fromMs, span.toMs))}
          onClear={area.clear}
        />
      ) : null}
    </div>
  );
}
