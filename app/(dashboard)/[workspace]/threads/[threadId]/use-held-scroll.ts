"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";

interface Held {
  /** The turn to scroll to; negative for none. */
  readonly index: number;
  readonly align: "start" | "end";
  /** Whether it is drawn, and all turns that are drawn have been read. */
  readonly isRead: boolean;
}

/**
 * Scrolls to a turn when another one is chosen, and again once the turns around it have been read: what comes makes
 * them taller and pushes the chosen one away. A person who scrolls meanwhile ends it.
 */
export function useHeldScroll(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { index, align, isRead }: Held,
): { onWheel: () => void; onTouchMove: () => void } {
  const settled = useRef(-1);
  // The outside system is the scroll position: another turn was chosen, or a new one began.
  useEffect(() => {
    if (settled.current === index) return;
    settled.current = isRead ? index : -1;
    if (index >= 0) virtualizer.scrollToIndex(index, { align });
  }, [virtualizer, index, align, isRead]);
  const letGo = () => {
    settled.current = index;
  };
  return { onWheel: letGo, onTouchMove: letGo };
}
