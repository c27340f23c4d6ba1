"use client";

import { useEffect, useRef } from "react";
import type { VirtualList } from "@/components/list/use-virtual-list";
import { eachFrame } from "@/lib/scheduling/on-each-frame";

interface ScrollAnchor {
  /** The turn to scroll to; negative for none. */
  readonly index: number;
  readonly align: "start" | "end";
  /** True when the turn is rendered, and all rendered turns are loaded or have failed. */
  readonly isRead: boolean;
  /** Brings a place in the rendered turn into view instead of its beginning; false where there is none. */
  readonly showPlace: () => boolean;
}

/** The number of frames in which turns get their heights after loading. */
const SETTLE_FRAMES = 60;

/**
 * Scrolls to a newly selected turn, and keeps it in place until the turns around it are loaded and measured, since
 * their content moves it. Scrolling by the user ends this.
 */
export function useAnchoredScroll(
  scrollTo: VirtualList["scrollTo"],
  { index, align, isRead, showPlace }: ScrollAnchor,
): { onWheel: () => void; onTouchMove: () => void; onPointerDown: () => void; onKeyDown: () => void } {
  const settled = useRef(-1);
  // The outside system is the scroll position: another turn was chosen, or a new one began. Turns that load push each
  // other, at times the selected one off the screen, so each frame scrolls again until all are read and measured.
  useEffect(() => {
    if (index < 0 || settled.current === index) return;
    return eachFrame((frame) => {
      if (settled.current === index) return "done";
      if (!showPlace()) scrollTo(index, align);
      if (!isRead || frame < SETTLE_FRAMES) return "more";
      settled.current = index;
      return "done";
    });
  }, [scrollTo, index, align, isRead, showPlace]);
  const letGo = () => {
    settled.current = index;
  };
  return { onWheel: letGo, onTouchMove: letGo, onPointerDown: letGo, onKeyDown: letGo };
}
