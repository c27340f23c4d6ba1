"use client";

import type { KeyboardEvent } from "react";
import { formatClock, formatDay, formatFullTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import type { Brush } from "./brush";
import { type Edge, moveEdge } from "./prepare-brush";
import type { Histogram } from "./prepare-histogram";

type BrushHandlesProps = {
  histogram: Histogram;
  brush: Brush | null;
  /** In pixels. */
  edges: { readonly left: number; readonly right: number };
  top: number;
  height: number;
  isPinned: boolean;
  isOpenEnded: boolean;
  isPhone: boolean;
  onBrush: (brush: Brush | null) => void;
};

const DAY_MS = 86_400_000;
const PAGE = 10;

/** The two edges of the brush: sliders that arrow keys move bucket by bucket. Their times are on the axis. */
export function BrushHandles(props: BrushHandlesProps) {
  const { histogram, brush, edges } = props;
  const { fromMs, toMs } = histogram;
  const hasLabels = brush !== null && !props.isPhone;
  return (
    <>
      <Handle {...props} edge="start" at={edges.left} timeMs={brush?.fromMs ?? fromMs} />
      <Handle {...props} edge="end" at={edges.right} timeMs={brush?.toMs ?? toMs} />
      {hasLabels ? (
        <>
          <span
            className="pointer-events-none absolute bottom-px text-micro text-accent-text"
            style={{ left: edges.left + 4 }}
          >
            {edgeLabel(brush.fromMs, toMs - fromMs)}
          </span>
          {edges.right - edges.left < 90 ? null : (
            <span
              className="pointer-events-none absolute bottom-px -translate-x-full text-micro text-accent-text"
              style={{ left: edges.right }}
            >
              {props.isPinned ? "now" : edgeLabel(brush.toMs ?? toMs, toMs - fromMs)}
            </span>
          )}
        </>
      ) : null}
    </>
  );
}

type HandleProps = BrushHandlesProps & { edge: Edge; at: number; timeMs: number };

function Handle(props: HandleProps) {
  const { histogram, brush, edge, at, timeMs, top, height, isOpenEnded, onBrush } = props;
  const isDashed = edge === "end" && props.isPinned;
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -PAGE,
      PageUp: PAGE,
      Home: -histogram.bars.length,
      End: histogram.bars.length,
    };
    const by = steps[event.key];
    if (by === undefined && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onBrush(by === undefined ? null : moveEdge(histogram, brush, edge, by, isOpenEnded));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={edge === "start" ? "From" : "To"}
      aria-valuemin={histogram.fromMs}
      aria-valuemax={histogram.toMs}
      aria-valuenow={Math.round(timeMs)}
      aria-valuetext={isDashed ? "now" : formatFullTime(timeMs)}
      onKeyDown={onKeyDown}
      style={{ left: at - 4, top, height }}
      className="pointer-events-none absolute w-2"
    >
      <i
        aria-hidden="true"
        className={classNames(
          "absolute inset-y-0 left-1/2 border-l",
          isDashed && "border-dashed",
          brush === null && !isDashed ? "border-transparent" : "border-accent",
        )}
      />
      {brush === null || isDashed ? null : (
        <i
          aria-hidden="true"
          className="absolute top-1/2 left-1/2 h-3.5 w-[5px] -translate-x-1/2 -translate-y-1/2 rounded-[1.5px] border border-accent bg-bg"
        />
      )}
    </div>
  );
}

function edgeLabel(timeMs: number, lengthMs: number): string {
  return lengthMs > 2 * DAY_MS ? formatDay(timeMs) : formatClock(timeMs);
}
