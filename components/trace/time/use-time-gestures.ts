"use client";

import { type RefObject, useEffect, useRef } from "react";
import { listenToDrags, wheelUnitPx, wheelZoom } from "@/components/browser/pointer-gestures";
import { spanBetween } from "@/lib/trace/time/time-area";
import { panned, type TimeSpan, zoomed } from "@/lib/trace/time/time-window";
import type { TimeView } from "./use-time-view";

type Gestures = {
  /** The element that listens: rows, or a canvas. */
  frame: RefObject<HTMLElement | null>;
  /** The element whose width is the time axis; the frame itself when absent. */
  track?: RefObject<HTMLElement | null>;
  view: TimeView;
  /** Called on double-click; `share` is the position in the window. */
  onDoubleClick: (event: MouseEvent, share: number) => void;
  /** Called while a drag with Shift selects a span of time; absent where it pans as without. */
  onSpan?: ((span: TimeSpan) => void) | undefined;
};

/**
 * The wheel with Control or Command zooms around the pointer, a horizontal wheel or Shift pans, a drag on the track
 * pans, one with Shift selects a span of time. A drag does not click.
 */
export function useTimeGestures({ frame, track, view, onDoubleClick, onSpan }: Gestures): void {
  const current = useRef({ view, onDoubleClick, onSpan });
  useEffect(() => {
    current.current = { view, onDoubleClick, onSpan };
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
      if (!isZoom) return show(panned(window, (sideways * wheelUnitPx(event)) / width));
      const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
      show(zoomed(window, 1 / wheelZoom(event), share));
    };
    const onDoublePress = (event: MouseEvent) => {
      const { left, width } = boundsOf();
      const share = (event.clientX - left) / width;
      if (share >= 0 && share <= 1) current.current.onDoubleClick(event, share);
    };
    const beginDrag = ({ clientX, shiftKey }: PointerEvent) => {
      const { left, right, width } = boundsOf();
      // Beside the track, and before it has a width, a press only selects.
      if (clientX < left || clientX > right || width <= 0) return null;
      const from = current.current.view.window;
      const select = shiftKey ? current.current.onSpan : undefined;
      if (select) {
        const share = (clientX - left) / width;
        return (moved: number) => select(spanBetween(from, share, share + moved / width));
      }
      return (moved: number) => current.current.view.show(panned(from, -moved / width));
    };
    const stopDrags = listenToDrags(node, beginDrag, (moved) => Math.abs(moved));
    node.addEventListener("wheel", onWheel, { passive: false });
    node.addEventListener("dblclick", onDoublePress);
    return () => {
      stopDrags();
      node.removeEventListener("wheel", onWheel);
      node.removeEventListener("dblclick", onDoublePress);
    };
  }, [frame, track]);
}
