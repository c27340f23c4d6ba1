"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** The scroll position and the inner size of a scrolling element, in pixels. */
export interface FrameMetrics {
  readonly scrollTopPx: number;
  readonly scrollLeftPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The rows or columns from `first` up to, excluding, `end`. */
export interface IndexRange {
  readonly first: number;
  readonly end: number;
}

const UNMEASURED: FrameMetrics = { scrollTopPx: 0, scrollLeftPx: 0, widthPx: 0, heightPx: 0 };

/**
 * Returns the rows or columns in a scrolling frame, and renders again only when these change.
 *
 * @param rangeOf the range for a position and size; a new function is a new reason to look
 */
export function useFrameWindow(
  frame: RefObject<HTMLElement | null>,
  rangeOf: (metrics: FrameMetrics) => IndexRange,
): IndexRange {
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [metrics, setMetrics] = useState(UNMEASURED);
  const seen = useRef(UNMEASURED);
  // The frame may be added later than the component that scrolls it.
  useLayoutEffect(() => setNode(frame.current));
  // The outside systems are the scroll position and the frame's size.
  useLayoutEffect(() => {
    if (node === null) return;
    const look = (update: (change: () => void) => void) => {
      const now = metricsOf(node);
      const [before, next] = [rangeOf(seen.current), rangeOf(now)];
      if (before.first === next.first && before.end === next.end) return;
      seen.current = now;
      update(() => setMetrics(now));
    };
    const lookNow = () => look((change) => change());
    // The rows must be in the document before the browser paints the new position.
    const onScroll = () => look(flushSync);
    lookNow();
    const observer = new ResizeObserver(lookNow);
    observer.observe(node);
    node.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      node.removeEventListener("scroll", onScroll);
    };
  }, [node, rangeOf]);
  return rangeOf(metrics);
}

function metricsOf(node: HTMLElement): FrameMetrics {
  return {
    scrollTopPx: node.scrollTop,
    scrollLeftPx: node.scrollLeft,
    widthPx: node.clientWidth,
    heightPx: node.clientHeight,
  };
}
