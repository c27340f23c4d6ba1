"use client";

import { useLayoutEffect, useRef } from "react";

/** How far from the end still counts as being there, in pixels. */
const NEAR_END_PX = 24;

/** Keeps the end of a growing pane in sight for as long as a person has not scrolled away from it. */
export function useStickToEnd(isGrowing: boolean, grown: unknown) {
  const pane = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // The outside system is the scroll position. A new run begins at its end again.
  useLayoutEffect(() => {
    if (isGrowing) isAtEnd.current = true;
  }, [isGrowing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has grown decides when to look
  useLayoutEffect(() => {
    if (isGrowing && isAtEnd.current && pane.current) pane.current.scrollTop = pane.current.scrollHeight;
  }, [isGrowing, grown]);
  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = pane.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
  };
  return { pane, onScroll };
}
