"use client";

import { useLayoutEffect, useRef } from "react";

/** The distance from the end that still counts as the end, in pixels. */
const NEAR_END_PX = 24;

/** Keeps the end of a growing pane in view until the user scrolls away from it. */
export function useStickToEnd(isGrowing: boolean, grown: unknown) {
  const pane = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // The external system is the scroll position. A new run begins at its end again.
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
