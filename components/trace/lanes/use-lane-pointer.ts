"use client";

import { type PointerEvent, type RefObject, useState } from "react";
import { useTimeGestures } from "@/components/trace/time/use-time-gestures";
import type { TimeView } from "@/components/trace/time/use-time-view";
import { shownEndMs, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { type Lanes, rowAtTime } from "@/lib/trace/time/lanes";
import { type TimeSpan, timeAtShare, windowAround } from "@/lib/trace/time/time-window";

/** Distance in pixels within which the pointer hits a block. */
const NEAR_PX = 3;

type LanePointer = {
  frame: RefObject<HTMLElement | null>;
  canvas: RefObject<HTMLCanvasElement | null>;
  skeleton: TraceSkeleton;
  lanes: Lanes;
  lanePx: number;
  view: TimeView;
  untilMs: number;
  /** Called while a drag with Shift selects a span of time. */
  onSpan?: ((span: TimeSpan) => void) | undefined;
};

/** The call under the pointer, and the pointer's position on the page. */
export interface Hover {
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

/** Pointer behavior over lanes: hovers and selects calls, zooms, pans, selects spans of time. */
export function useLanePointer({ frame, canvas, skeleton, lanes, lanePx, view, untilMs, onSpan }: LanePointer) {
  const [hover, setHover] = useState<Hover | null>(null);
  const { window } = view;
  const rowAt = (event: { clientX: number; clientY: number }): number => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (!bounds || bounds.width === 0) return -1;
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    const timeMs = timeAtShare(window, x / bounds.width);
    const nearMs = Math.abs(timeAtShare(window, (x + NEAR_PX) / bounds.width) - timeMs);
    const lane = Math.floor((y + (frame.current?.scrollTop ?? 0)) / lanePx);
    return rowAtTime(lanes, skeleton, { lane, timeMs, nearMs, untilMs });
  };
  useTimeGestures({
    frame,
    track: canvas,
    view,
    onSpan,
    onDoubleClick: (event) => {
      const row = rowAt(event);
      if (row < 0) return view.showAll();
      view.show(windowAround(view.axis, skeleton.startMs[row] ?? 0, shownEndMs(skeleton, row, untilMs)));
    },
  });
  const onPointerMove = (event: PointerEvent) => {
    const row = event.buttons === 0 ? rowAt(event) : -1;
    setHover(row < 0 ? null : { row, x: event.clientX, y: event.clientY });
  };
  return { hover, rowAt, onPointerMove, leave: () => setHover(null) };
}
