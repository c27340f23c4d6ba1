"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { useSize } from "@/components/browser/use-size";
import { TimeGrid, TimeHead } from "@/components/trace/time/time-head";
import { type CanvasGround, useCanvas } from "@/components/trace/time/use-canvas";
import type { TimeView } from "@/components/trace/time/use-time-view";
import { countOf } from "@/lib/format/count";
import { durationOf, nameOf, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { callTooltipText } from "@/lib/trace/time/call-sentence";
import type { Lanes } from "@/lib/trace/time/lanes";
import { drawLanes, type LaneLook } from "./draw-lanes";
import { KindLegend } from "./kind-legend";
import { LaneGroups } from "./lane-groups";
import { LaneTooltip } from "./lane-tooltip";
import { useLanePointer } from "./use-lane-pointer";
import { useShowSelection } from "./use-show-selection";

/** The props of every lane view. */
export interface LaneViewProps {
  readonly skeleton: TraceSkeleton;
  readonly untilMs: number;
  readonly view: TimeView;
  readonly selectedRow: number;
  /** Rows that match the search; null without one. */
  readonly matches: Int32Array | null;
  /** 1 for rows of the critical path; null while it is not marked. */
  readonly isCritical: Uint8Array | null;
  readonly onSelect: (row: number) => void;
}

type LaneCanvasProps = LaneViewProps & { lanes: Lanes; look: LaneLook; label: string; gutterPx: number };

/** A trace in lanes on a canvas: hover describes a call, a click selects it, a double-click zooms to it. */
export function LaneCanvas(props: LaneCanvasProps) {
  const { skeleton, untilMs, view, selectedRow, matches, isCritical, onSelect, lanes, look, label, gutterPx } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const isMatch = useMemo(() => (matches ? marked(skeleton.count, matches) : null), [skeleton, matches]);
  const { window } = view;
  const pointer = useLanePointer({ frame, canvas, skeleton, lanes, lanePx: look.lanePx, view, untilMs });
  const { hover, leave } = pointer;
  const hoveredRow = hover?.row ?? -1;
  const draw = useCallback(
    (ground: CanvasGround) =>
      drawLanes(ground, {
        skeleton,
        lanes,
        look,
        window,
        untilMs,
        scrollTop,
        selectedRow,
        hoveredRow,
        isMatch,
        isCritical,
      }),
    [skeleton, lanes, look, window, untilMs, scrollTop, selectedRow, hoveredRow, isMatch, isCritical],
  );
  const size = useCanvas(canvas, draw);
  const frameHeight = useSize(frame)?.height ?? 0;
  useShowSelection({ frame, skeleton, lanes, lanePx: look.lanePx, view, selectedRow, untilMs });
  const selected = selectedRow < 0 ? "" : callTooltipText(skeleton, selectedRow, untilMs);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        style={{ gridTemplateColumns: `${gutterPx}px minmax(0,1fr)` }}
        className="grid h-[26px] flex-none border-b border-line bg-sunken text-micro leading-[25px] text-ink-3 [scrollbar-gutter:stable] overflow-hidden"
      >
        <span />
        <TimeHead window={window} className="relative h-full overflow-hidden border-l border-line" />
      </div>
      <div
        ref={frame}
        role="application"
        aria-roledescription={label}
        aria-label={`${label} of the trace`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the selection in it
        tabIndex={0}
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
        className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto outline-offset-[-2px] [scrollbar-gutter:stable]"
      >
        <div style={{ height: Math.max(lanes.count * look.lanePx, 1) }} className="relative">
          <LaneGroups groups={lanes.groups} lanePx={look.lanePx} widthPx={gutterPx} />
          <div style={{ height: frameHeight, marginLeft: gutterPx }} className="sticky top-0 border-l border-line">
            <TimeGrid window={window} width={size?.width ?? 0} />
            <canvas
              ref={canvas}
              role="img"
              aria-label={`${countOf(skeleton.count, "call")} in ${countOf(lanes.count, "lane")}`}
              className="absolute inset-0 size-full"
            />
          </div>
        </div>
        <p role="status" className="sr-only">
          {selected}
        </p>
      </div>
      <KindLegend skeleton={skeleton} />
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
