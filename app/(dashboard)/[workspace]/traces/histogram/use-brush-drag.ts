"use client";

import { type PointerEvent, useRef, useState } from "react";
import type { Brush } from "./brush";
import { brushBetween } from "./prepare-brush";
import type { Histogram } from "./prepare-histogram";

type BrushDragOptions = {
  histogram: Histogram;
  brush: Brush | null;
  isOpenEnded: boolean;
  /** Converts between moments and pixels. */
  x: (timeMs: number) => number;
  timeAt: (x: number) => number;
  onBrush: (brush: Brush | null) => void;
};

/** Pixels on either side of an edge that still grab it. */
const GRIP_WIDTH_PX = 6;

/** A press that moves less is a click. */
const MIN_DRAG_PX = 4;

type Hold =
  | { readonly kind: "new"; readonly anchorMs: number }
  | { readonly kind: "move"; readonly offsetMs: number; readonly lengthMs: number };

/**
 * Handles the pointer on the histogram: a drag selects a new range or moves the brush or one of its edges; a click
 * selects the bucket under it; a double-click clears the brush.
 */
export function useBrushDrag({ histogram, brush, isOpenEnded, x, timeAt, onBrush }: BrushDragOptions) {
  const { fromMs, toMs, bars } = histogram;
  const hold = useRef<Hold | null>(null);
  const pressedAt = useRef(0);
  const [draft, setDraft] = useState<{ fromMs: number; toMs: number } | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const shown = draft ? brushBetween(histogram, draft.fromMs, draft.toMs, isOpenEnded) : brush;
  const edges = shown && { left: x(Math.max(fromMs, shown.fromMs)), right: x(Math.min(toMs, shown.toMs ?? toMs)) };

  const holdAt = (at: number): Hold => {
    if (shown && edges) {
      const endMs = shown.toMs ?? toMs;
      if (Math.abs(at - edges.left) <= GRIP_WIDTH_PX) return { kind: "new", anchorMs: endMs - 1 };
      if (Math.abs(at - edges.right) <= GRIP_WIDTH_PX) return { kind: "new", anchorMs: shown.fromMs };
      if (at > edges.left && at < edges.right) {
        return { kind: "move", offsetMs: timeAt(at) - shown.fromMs, lengthMs: endMs - shown.fromMs };
      }
    }
    return { kind: "new", anchorMs: timeAt(at) };
  };
  const placeOf = (event: PointerEvent<SVGSVGElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const drop = () => {
    hold.current = null;
    setDraft(null);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pressedAt.current = placeOf(event);
      hold.current = holdAt(pressedAt.current);
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const at = placeOf(event);
      const atMs = timeAt(at);
      setHovered(bars.findIndex((bar) => atMs >= bar.startMs && atMs < bar.endMs));
      const held = hold.current;
      if (held === null || (draft === null && Math.abs(at - pressedAt.current) < MIN_DRAG_PX)) return;
      if (held.kind === "new") {
        setDraft({ fromMs: Math.min(held.anchorMs, atMs), toMs: Math.max(held.anchorMs, atMs) });
        return;
      }
      const start = Math.min(toMs - held.lengthMs, Math.max(fromMs, atMs - held.offsetMs));
      setDraft({ fromMs: start, toMs: start + held.lengthMs - 1 });
    },
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
      if (hold.current === null) return;
      const atMs = timeAt(placeOf(event));
      const { fromMs: start, toMs: end } = draft ?? { fromMs: atMs, toMs: atMs };
      drop();
      onBrush(brushBetween(histogram, start, end, isOpenEnded));
    },
    onPointerCancel: drop,
    onPointerLeave: () => setHovered(null),
    onDoubleClick: () => onBrush(null),
  };
  return { shown, edges, hovered, isDragging: draft !== null, handlers };
}
