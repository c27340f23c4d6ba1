"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { eachFrame } from "@/lib/scheduling/on-each-frame";

interface ScrollAnchor {
  /** The turn to scroll to; negative for none. */
  readonly index: number;
  readonly align: "start" | "end";
  /** Whether it is drawn, and all turns that are drawn have been read. */
  readonly isRead: boolean;
}

/** Frames in which turns get their heights, once they have been read. */
const SETTLE_FRAMES = 60;

/**
 * Scrolls to a turn when another one is chosen, and holds it there until the turns around it have been read and
 * measured: what comes makes them taller and pushes the chosen one away. A person who scrolls meanwhile ends it.
 */
export function useAnchoredScroll(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { index, align, isRead }: ScrollAnchor,
): { onWheel: () => void; onTouchMove: () => void } {
  const settled = useRef(-1);
  // The outside system is the scroll position: another turn was chosen, or a new one began.
  useEffect(() => {
    if (index < 0 || settled.current === index) return;
    virtualizer.scrollToIndex(index, { align });
    if (!isRead) return;
    return eachFrame((frame) => {
      if (settled.current === index) return "done";
      virtualizer.scrollToIndex(index, { align });
      if (frame < SETTLE_FRAMES) return "more";
      settled.current = index;
      return "done";
    });
  }, [virtualizer, index, align, isRead]);
  const letGo = () => {
    settled.current = index;
  };
  return { onWheel: letGo, onTouchMove: letGo };
}
