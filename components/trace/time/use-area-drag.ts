"use client";

import { type RefObject, useEffect, useRef } from "react";
import { movedSpanEdge, spanBetween } from "@/lib/trace/time/time-area";
import { timeAtShare } from "@/lib/trace/time/time-window";
import type { TimeArea } from "./use-time-area";
import type { TimeView } from "./use-time-view";

/** A shorter drag is a press, which selects nothing. */
const MIN_DRAG_PX = 4;

/** A drag on the time axis, by mouse, pen or finger, selects a span of time; one on an edge of the span moves it. */
export function useAreaDrag(axis: RefObject<HTMLElement | null>, view: TimeView, area: TimeArea): void {
  const current = useRef({ view, area });
  useEffect(() => {
    current.current = { view, area };
  });
  // The outside system is the pointer.
  useEffect(() => {
    const node = axis.current;
    if (!node) return;
    let drag: { edge: "from" | "to" | null; x: number; isMoving: boolean } | null = null;
    const shareAt = (x: number) => {
      const { left, width } = node.getBoundingClientRect();
      return width > 0 ? (x - left) / width : 0;
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      const edge = event.target instanceof Element && event.target.closest<HTMLElement>("[data-edge]")?.dataset.edge;
      drag = { edge: edge === "from" || edge === "to" ? edge : null, x: event.clientX, isMoving: false };
      node.setPointerCapture(event.pointerId);
    };
    const onMove = (event: PointerEvent) => {
      if (!drag || (!drag.isMoving && Math.abs(event.clientX - drag.x) < MIN_DRAG_PX)) return;
      drag.isMoving = true;
      const { window } = current.current.view;
      const { span, select } = current.current.area;
      const share = shareAt(event.clientX);
      if (drag.edge === null) select(spanBetween(window, shareAt(drag.x), share));
      else if (span) select(movedSpanEdge(span, drag.edge, timeAtShare(window, share), window));
    };
    const onUp = () => {
      drag = null;
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
  }, [axis]);
}
