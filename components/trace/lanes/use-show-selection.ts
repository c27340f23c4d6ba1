"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { TimeView } from "@/components/trace/time/use-time-view";
import { shownEndMs, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import type { Lanes } from "@/lib/trace/time/lanes";
import { panned, windowShareOf } from "@/lib/trace/time/time-window";

type ShowSelection = {
  frame: RefObject<HTMLElement | null>;
  skeleton: TraceSkeleton;
  lanes: Lanes;
  lanePx: number;
  view: TimeView;
  selectedRow: number;
  untilMs: number;
};

/** Scrolls and pans just enough to show a call that was selected elsewhere or by a key. */
export function useShowSelection(now: ShowSelection): void {
  const current = useRef(now);
  useEffect(() => {
    current.current = now;
  });
  const { selectedRow, lanes } = now;
  // The outside system is the scroll position. Zooming away from the selection is left to the user.
  useEffect(() => {
    const { frame, skeleton, lanePx, view, untilMs } = current.current;
    const node = frame.current;
    const lane = lanes.laneOf[selectedRow] ?? -1;
    if (!node || lane < 0) return;
    const top = lane * lanePx;
    if (top < node.scrollTop) node.scrollTop = top;
    else if (top + lanePx > node.scrollTop + node.clientHeight) node.scrollTop = top + lanePx - node.clientHeight;
    const left = windowShareOf(view.window, skeleton.startMs[selectedRow] ?? 0);
    const right = windowShareOf(view.window, shownEndMs(skeleton, selectedRow, untilMs));
    if (view.isZoomed && (right < 0 || left > 1)) view.show(panned(view.window, (left + right) / 2 - 0.5));
  }, [selectedRow, lanes]);
}
