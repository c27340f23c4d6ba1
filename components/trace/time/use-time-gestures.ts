"use client";

import { type RefObject, useEffect, useRef } from "react";
import { panned, type TimeWindow, zoomed } from "@/lib/trace/time/time-window";
import type { TimeView } from "./use-time-view";

/** Pixels of movement before a press becomes a drag. */
const DRAG_FROM_PX = 4;
const WHEEL_FACTOR = 0.0022;
/** Pixels per step of wheels that count lines or pages. */
const UNIT_PX = [1, 16, 400];

type Gestures = {
  /** The element that listens: rows, or a canvas. */
  frame: RefObject<HTMLElement | null>;
  /** The element whose width is the time axis; the frame itself when absent. */
  track?: RefObject<HTMLElement | null>;
  view: TimeView;
  /** Called on double-click; `share` is the position in the window. */
  onDoubleClick: (event: MouseEvent, share: number) => void;
};

/**
 * The wheel with Control or Command zooms around the pointer, a horizontal wheel or Shift pans, a drag on the track
 * pans. A drag does not click.
 */
export function useTimeGestures({ frame, track, view, onDoubleClick }: Gestures): void {
  const current = useRef({ view, onDoubleClick });
  useEffect(() => {
    current.current = { view, onDoubleClick };
  });
  // The outside systems are the pointer and the wheel; React's own wheel listeners cannot prevent the page's zoom.
  useEffect(() => {
    const node = frame.current;
    if (!node) return;
    const boundsOf = () => (track?.current ?? node).getBoundingClientRect();
    const onWheel = (event: WheelEvent) => {
      const { left, width } = boundsOf();
      const isZoom = event.ctrlKey || event.metaKey;
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (width <= 0 || (!isZoom && Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY))) return;
      event.preventDefault();
      const { window, show } = current.current.view;
      const unit = UNIT_PX[event.deltaMode] ?? 1;
      if (!isZoom) return show(panned(window, (sideways * unit) / width));
      const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
      show(zoomed(window, Math.exp(event.deltaY * unit * WHEEL_FACTOR), share));
    };
    const onDoublePress = (event: MouseEvent) => {
      const { left, width } = boundsOf();
      const share = (event.clientX - left) / width;
      if (share >= 0 && share <= 1) current.current.onDoubleClick(event, share);
    };
    const stopDrags = listenToDrags(node, boundsOf, () => current.current.view);
    node.addEventListener("wheel", onWheel, { passive: false });
    node.addEventListener("dblclick", onDoublePress);
    return () => {
      stopDrags();
      node.removeEventListener("wheel", onWheel);
      node.removeEventListener("dblclick", onDoublePress);
    };
  }, [frame, track]);
}

function listenToDrags(node: HTMLElement, boundsOf: () => DOMRect, viewOf: () => TimeView): () => void {
  let drag: { x: number; width: number; from: TimeWindow; isMoving: boolean } | null = null;
  const onDown = (event: PointerEvent) => {
    const { left, right, width } = boundsOf();
    // Fingers scroll; on phones the minimap zooms.
    const isOnTrack = event.clientX >= left && event.clientX <= right;
    if (event.button !== 0 || event.pointerType === "touch" || !isOnTrack || width <= 0) return;
    drag = { x: event.clientX, width, from: viewOf().window, isMoving: false };
  };
  const onMove = (event: PointerEvent) => {
    if (!drag) return;
    const moved = event.clientX - drag.x;
    if (!drag.isMoving && Math.abs(moved) < DRAG_FROM_PX) return;
    if (!drag.isMoving) node.setPointerCapture(event.pointerId);
    drag.isMoving = true;
    viewOf().show(panned(drag.from, -moved / drag.width));
  };
  const onUp = () => {
    const wasMoving = drag?.isMoving === true;
    drag = null;
    if (!wasMoving) return;
    // The click that ends a drag selects nothing.
    const swallow = (event: MouseEvent) => event.stopPropagation();
    node.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => node.removeEventListener("click", swallow, { capture: true }));
  };
  node.addEventListener("pointerdown", onDown);
  node.addEventListener("pointermove", onMove);
  node.addEventListener("pointerup", onUp);
  node.addEventListener("pointercancel", onUp);
  return () => {
    node.removeEventListener("pointerdown", onDown);
    node.removeEventListener("pointermove", onMove);
    node.removeEventListener("pointerup", onUp);
    node.removeEventListener("pointercancel", onUp);
  };
}
