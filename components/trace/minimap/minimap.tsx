"use client";

import { useCallback, useMemo, useRef } from "react";
import { TimeHandle } from "@/components/trace/time/time-handle";
import { type CanvasGround, useCanvas } from "@/components/trace/time/use-canvas";
import type { TimeView } from "@/components/trace/time/use-time-view";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { minimapMarks } from "@/lib/trace/time/minimap-marks";
import { movedEdge } from "@/lib/trace/time/move-edge";
import { timeAtShare } from "@/lib/trace/time/time-window";
import { drawMinimap, GUTTER_PX } from "./draw-minimap";
import { useBrush } from "./use-brush";

type MinimapProps = { skeleton: TraceSkeleton; untilMs: number; view: TimeView };

/** Number of lines in the minimap. */
const LINES = 48;

/** The full trace and its visible range: drag to choose a range, double-click for all. */
export function Minimap({ skeleton, untilMs, view }: MinimapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { axis, window } = view;
  const marks = useMemo(() => minimapMarks(skeleton, LINES, untilMs), [skeleton, untilMs]);
  const draw = useCallback((ground: CanvasGround) => drawMinimap(ground, marks, axis), [marks, axis]);
  useCanvas(canvas, draw);
  useBrush(frame, view);
  const shareAt = (place: number) => (axis.length > 0 ? place / axis.length : 0);
  const [from, to] = [shareAt(window.from), axis.length > 0 ? shareAt(window.to) : 1];
  const at = (share: number) => `calc(${GUTTER_PX}px + (100% - ${2 * GUTTER_PX}px) * ${share})`;
  const [fromMs, toMs] = [timeAtShare(window, 0), timeAtShare(window, 1)];
  const shown = view.isZoomed ? `Visible: ${formatDuration(fromMs)} to ${formatDuration(toMs)}.` : "All visible.";
  return (
    <section
      ref={frame}
      aria-label="Full trace"
      className="relative h-[60px] flex-none cursor-crosshair touch-none overflow-hidden border-b border-line select-none"
    >
      <div className="absolute inset-y-0 bg-accent-tint" style={{ left: at(from), right: `calc(100% - ${at(to)})` }} />
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${countOf(skeleton.count, "call")} over ${formatDuration(untilMs)}, ${countOf(skeleton.errorCount, "error")}. ${shown}`}
        className="absolute inset-0 size-full"
      />
      {view.isZoomed ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-[22px] rounded-bar bg-bg/85 px-1 text-micro text-ink-3"
          style={to < 0.8 ? { left: `calc(${at(to)} + 8px)` } : { right: `calc(100% - ${at(from)} + 8px)` }}
        >
          {to < 0.8 ? formatDuration(toMs) : formatDuration(fromMs)}
        </span>
      ) : null}
      {view.isZoomed && to < 0.8 ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-[22px] right-4 rounded-bar bg-bg/85 px-1 text-micro text-ink-3 max-md:hidden"
        >
          {formatDuration(untilMs)}
        </span>
      ) : null}
      <TimeHandle
        label="Visible from"
        edge="from"
        left={at(from)}
        timeMs={fromMs}
        untilMs={untilMs}
        onStep={(step) => view.show(movedEdge(window, "from", window.from + step * axis.length))}
      />
      <TimeHandle
        label="Visible to"
        edge="to"
        left={at(to)}
        timeMs={toMs}
        untilMs={untilMs}
        onStep={(step) => view.show(movedEdge(window, "to", window.to + step * axis.length))}
      />
    </section>
  );
}
