"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { useSize } from "@/components/browser/use-size";
import { TimeGrid } from "@/components/trace/time/time-head";
import { type CanvasGround, useCanvas } from "@/components/trace/time/use-canvas";
import type { TimeArea } from "@/components/trace/time/use-time-area";
import type { TimeView } from "@/components/trace/time/use-time-view";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { durationOf, nameOf, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { callTooltipText } from "@/lib/trace/time/call-sentence";
import type { LaneGroup, Lanes } from "@/lib/trace/time/lanes";
import { drawLanes, type LaneLook } from "./draw-lanes";
import { LaneGroups } from "./lane-groups";
import { LaneTooltip } from "./lane-tooltip";
import { useLanePointer } from "./use-lane-pointer";
import { useShowSelection } from "./use-show-selection";

/** The props of every lane view. */
export interface LaneViewProps {
  readonly skeleton: TraceSkeleton;
  readonly untilMs: number;
  readonly view: TimeView;
  readonly area: TimeArea;
  readonly selectedRow: number;
  /** Rows that match the search; null without one. */
  readonly matches: Int32Array | null;
  /** 1 for rows of the critical path; null while it is not marked. */
  readonly isCritical: Uint8Array | null;
  readonly onSelect: (row: number) => void;
}

type LaneStripProps = LaneViewProps & {
  lanes: Lanes;
  look: LaneLook;
  label: string;
  gutterPx: number;
  /** True for the part that stays in view above the other lanes. */
  isPinned: boolean;
  onPin?: ((group: LaneGroup, isPinned: boolean) => void) | undefined;
};

/** Lanes on a canvas: hover describes a call, a click selects it, a double-click zooms to it. */
export function LaneStrip(props: LaneStripProps) {
  const { skeleton, untilMs, view, area, selectedRow, matches, isCritical, onSelect } = props;
  const { lanes, look, label, gutterPx, isPinned, onPin } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const isMatch = useMemo(() => (matches ? marked(skeleton.count, matches) : null), [skeleton, matches]);
  const { window } = view;
  const { span } = area;
  const pointer = useLanePointer({
    frame,
    canvas,
    skeleton,
    lanes,
    lanePx: look.lanePx,
    view,
    untilMs,
    onSpan: area.select,
  });
  const { hover, leave } = pointer;
  const hoveredRow = hover?.row ?? -1;
  const picture = useMemo(
    () => ({ skeleton, lanes, look, window, untilMs, scrollTop, selectedRow, hoveredRow, isMatch, isCritical }),
    [skeleton, lanes, look, window, untilMs, scrollTop, selectedRow, hoveredRow, isMatch, isCritical],
  );
  const draw = useCallback((ground: CanvasGround) => drawLanes(ground, { ...picture, area: span }), [picture, span]);
  const size = useCanvas(canvas, draw);
  const frameHeight = useSize(frame)?.height ?? 0;
  useShowSelection({ frame, skeleton, lanes, lanePx: look.lanePx, view, selectedRow, untilMs });
  const heightPx = Math.max(lanes.count * look.lanePx, 1);
  return (
    <div
      ref={frame}
      role="application"
      aria-roledescription={label}
      aria-label={`${label} of the trace`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the selection in it
      tabIndex={0}
      style={isPinned ? { height: heightPx + 1 } : undefined}
      onScroll={(event) => {
        setScrollTop(event.currentTarget.scrollTop);
        leave();
      }}
      onWheel={leave}
      onPointerMove={pointer.onPointerMove}
      onPointerLeave={leave}
      onClick={(event) => {
        const row = pointer.rowAt(event);
        if (row >= 0) onSelect(row);
      }}
      onKeyDown={leave}
      className={classNames(
        "relative overflow-x-hidden overflow-y-auto outline-offset-[-2px] [scrollbar-gutter:stable]",
        isPinned ? "max-h-[45%] flex-none border-b border-line-strong" : "min-h-0 flex-1",
      )}
    >
      <div style={{ height: heightPx }} className="relative">
        <LaneGroups groups={lanes.groups} lanePx={look.lanePx} widthPx={gutterPx} isPinned={isPinned} onPin={onPin} />
        <div style={{ height: frameHeight, marginLeft: gutterPx }} className="sticky top-0 border-l border-line">
          <TimeGrid window={window} width={size?.width ?? 0} />
          <canvas
            ref={canvas}
            role="img"
            aria-label={`${countOf(lanes.rows.length, "call")} in ${countOf(lanes.count, "lane")}`}
            className="absolute inset-0 size-full"
          />
        </div>
      </div>
      <p role="status" className="sr-only">
        {(lanes.laneOf[selectedRow] ?? -1) < 0 ? "" : callTooltipText(skeleton, selectedRow, untilMs)}
      </p>
      {hover ? (
        <LaneTooltip
          x={hover.x}
          y={hover.y}
          skeleton={skeleton}
          row={hover.row}
          durationMs={durationOf(skeleton, hover.row, untilMs)}
          name={nameOf(skeleton, hover.row)}
        />
      ) : null}
    </div>
  );
}

function marked(count: number, rows: Int32Array): Uint8Array {
  const marks = new Uint8Array(count);
  for (const row of rows) marks[row] = 1;
  return marks;
}
