"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { TimeView } from "@/components/trace/time/use-time-view";
import { movedEdge } from "@/lib/trace/time/move-edge";
import { panned, type TimeWindow, windowBetween, zoomed } from "@/lib/trace/time/time-window";
import { GUTTER_PX } from "./draw-minimap";

/** A shorter drag is a click: it moves the visible range to its position. */
const MIN_DRAG_PX = 4;
const WHEEL_FACTOR = 0.002;

type Drag = {
  readonly what: "brush" | "move" | "from" | "to";
  readonly place: number;
  readonly x: number;
  readonly window: TimeWindow;
};

/** Drag behavior over the minimap: selects a new range, moves the range, or moves one of its edges. */
export function useBrush(frame: RefObject<HTMLElement | null>, view: TimeView): void {
  const current = useRef(view);
  useEffect(() => {
    current.current = view;
  });
  // The outside system is the pointer.
  useEffect(() => {
    const node = frame.current;
    if (!node) return;
    let drag: Drag | null = null;
    const placeAt = (x: number) => {
      const { left, width } = node.getBoundingClientRect();
      const share = (x - left - GUTTER_PX) / Math.max(1, width - 2 * GUTTER_PX);
      return Math.min(1, Math.max(0, share)) * current.current.axis.length;
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      const { window, isZoomed } = current.current;
      const place = placeAt(event.clientX);
      const edge = event.target instanceof Element && event.target.closest<HTMLElement>("[data-edge]")?.dataset.edge;
      const isInside = isZoomed && place > window.from && place < window.to;
      const what = edge === "from" || edge === "to" ? edge : isInside ? "move" : "brush";
      // Without a range, the handles are at the ends and a brush may start there.
      drag = { what, place, x: event.clientX, window };
      node.setPointerCapture(event.pointerId);
    };
    const onMove = (event: PointerEvent) => {
      if (!drag || Math.abs(event.clientX - drag.x) < MIN_DRAG_PX) return;
      const { axis, show } = current.current;
      const place = placeAt(event.clientX);
      const { what, window } = drag;
      if (what === "brush") show(windowBetween(axis, Math.min(drag.place, place), Math.max(drag.place, place)));
      else if (what === "move") show(panned(window, (place - drag.place) / (window.to - window.from)));
      else show(movedEdge(window, what, place));
    };
    const onUp = (event: PointerEvent) => {
      const { isZoomed, show, window } = current.current;
      const isPress = drag !== null && Math.abs(event.clientX - drag.x) < MIN_DRAG_PX;
      if (isPress && drag?.what === "brush" && isZoomed) {
        show(panned(window, (drag.place - (window.from + window.to) / 2) / (window.to - window.from)));
      }
      drag = null;
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { window, show } = current.current;
      const share = (placeAt(event.clientX) - window.from) / (window.to - window.from);
      show(zoomed(window, Math.exp(event.deltaY * WHEEL_FACTOR), Math.min(1, Math.max(0, share))));
    };
    const onDoublePress = () => current.current.showAll();
    node.addEventListener("pointerdown", onDown);
    node.addEventListener("pointermove", onMove);
    node.addEventListener("pointerup", onUp);
    node.addEventListener("wheel", onWheel, { passive: false });
    node.addEventListener("dblclick", onDoublePress);
    return () => {
      node.removeEventListener("pointerdown", onDown);
      node.removeEventListener("pointermove", onMove);
      node.removeEventListener("pointerup", onUp);
      node.removeEventListener("wheel", onWheel);
      node.removeEventListener("dblclick", onDoublePress);
    };
  }, [frame]);
}
