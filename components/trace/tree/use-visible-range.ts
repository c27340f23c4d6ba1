"use client";

import { type RefObject, useCallback, useEffect, useState } from "react";

/** Extra rows rendered beyond the edges, so that fast scrolling shows no gaps. */
const OVERSCAN = 8;

/** The rendered rows of a long list: from `first` up to, excluding, `end`. */
export interface VisibleRange {
  readonly first: number;
  readonly end: number;
  /** Scrolls just enough to show a row. */
  readonly reveal: (position: number) => void;
}

/**
 * Computes which rows of equal height are visible in a scrolling frame. It stores nothing per row: folding a hundred
 * thousand rows costs only the visible ones. `headPx` is the height that a fixed header covers at the top.
 */
export function useVisibleRange(
  frame: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
  headPx: number,
): VisibleRange {
  const [place, setPlace] = useState({ first: 0, shown: 40 });
  // The outside systems are the scroll position and the frame's size.
  useEffect(() => {
    const node = frame.current;
    if (!node) return;
    const look = () => {
      const first = Math.max(0, Math.floor(node.scrollTop / rowPx));
      const shown = Math.ceil(node.clientHeight / rowPx) + 1;
      setPlace((before) => (before.first === first && before.shown === shown ? before : { first, shown }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(node);
    node.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      node.removeEventListener("scroll", look);
    };
  }, [frame, rowPx]);
  const reveal = useCallback(
    (position: number) => {
      const node = frame.current;
      if (!node || position < 0) return;
      const top = position * rowPx;
      const height = node.clientHeight - headPx;
      if (top < node.scrollTop) node.scrollTop = top;
      else if (top + rowPx > node.scrollTop + height) node.scrollTop = top + rowPx - height;
    },
    [frame, rowPx, headPx],
  );
  // A shorter list scrolls up automatically, but only once its new height is rendered.
  const first = Math.max(0, Math.min(place.first, count - place.shown));
  return { first: Math.max(0, first - OVERSCAN), end: Math.min(count, first + place.shown + OVERSCAN), reveal };
}
