"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { listenToDrags, wheelZoom } from "@/components/browser/pointer-gestures";
import { useSize } from "@/components/browser/use-size";
import { fittingZoom, limitedZoom } from "./prepare-zoom";

export interface GraphZoom {
  /** Pixels on the screen per pixel of the layout. */
  readonly scale: number;
  /** Whether the scale is known: the frame has been measured. */
  readonly isMeasured: boolean;
  /** Zooms around the middle of the visible part. */
  readonly zoomBy: (factor: number) => void;
  /** Shows the whole graph. */
  readonly showAll: () => void;
  /** Scrolls sideways by a share of the visible part. */
  readonly pan: (share: number) => void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Zooms and pans what scrolls in a frame: by the wheel with Control or Command, by dragging, and by functions. */
export function useGraphZoom(frame: RefObject<HTMLElement | null>, drawn: Size): GraphZoom {
  const size = useSize(frame);
  const [chosen, setChosen] = useState<number | null>(null);
  const scale = chosen ?? (size === null ? 1 : fittingZoom(size, drawn, "width"));
  // The point of the layout that stays in its place on the screen.
  const anchor = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  const zoomAt = (factor: number, left: number, top: number) => {
    const node = frame.current;
    if (!node) return;
    anchor.current = { x: (node.scrollLeft + left) / scale, y: (node.scrollTop + top) / scale, left, top };
    setChosen(limitedZoom(scale * factor));
  };
  // The outside system is the scroll position, which belongs to the new scale.
  useLayoutEffect(() => {
    const [node, kept] = [frame.current, anchor.current];
    anchor.current = null;
    if (node && kept) node.scrollTo(kept.x * scale - kept.left, kept.y * scale - kept.top);
  }, [frame, scale]);
  useGestures(frame, zoomAt);
  return {
    scale,
    isMeasured: size !== null,
    zoomBy: (factor) => zoomAt(factor, (size?.width ?? 0) / 2, (size?.height ?? 0) / 2),
    showAll: () => size && setChosen(fittingZoom(size, drawn, "all")),
    pan: (share) => frame.current?.scrollBy({ left: share * (size?.width ?? 0) }),
  };
}

/** The wheel with Control or Command zooms at the pointer, a drag scrolls. */
function useGestures(
  frame: RefObject<HTMLElement | null>,
  zoomAt: (factor: number, left: number, top: number) => void,
): void {
  const current = useRef(zoomAt);
  useEffect(() => {
    current.current = zoomAt;
  });
  // The outside systems are the pointer and the wheel; React's own wheel listeners cannot prevent the page's zoom.
  useEffect(() => {
    const node = frame.current;
    if (!node) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = node.getBoundingClientRect();
      current.current(wheelZoom(event), event.clientX - left, event.clientY - top);
    };
    node.addEventListener("wheel", onWheel, { passive: false });
    const stopDrags = listenToDrags(node, () => {
      const { scrollLeft, scrollTop } = node;
      return (x, y) => node.scrollTo(scrollLeft - x, scrollTop - y);
    });
    return () => {
      stopDrags();
      node.removeEventListener("wheel", onWheel);
    };
  }, [frame]);
}
