"use client";

import { useQueryState } from "nuqs";
import { useMemo } from "react";
import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { compressedAxis, linearTimeAxis, type TimeAxis } from "@/lib/trace/time/time-axis";
import { type TimeWindow, timeWindowOf, zoomOf } from "@/lib/trace/time/time-window";
import { parseAsTimeSpan } from "./time-span-param";

/** The visible range of a trace, with functions that change it. */
export interface TimeView {
  readonly axis: TimeAxis;
  readonly window: TimeWindow;
  readonly isZoomed: boolean;
  readonly show: (window: TimeWindow) => void;
  readonly showAll: () => void;
}

/** The time axis of a trace and the visible range from the address. `untilMs` is the end of the axis. */
export function useTimeView(skeleton: TraceSkeleton, untilMs: number, hasShortPauses: boolean): TimeView {
  const [zoom, setZoom] = useQueryState("zoom", parseAsTimeSpan);
  const axis = useMemo(
    () => (hasShortPauses ? compressedAxis(untilMs, skeleton.idle) : linearTimeAxis(untilMs)),
    [skeleton, untilMs, hasShortPauses],
  );
  const window = useMemo(() => timeWindowOf(axis, zoom), [axis, zoom]);
  return {
    axis,
    window,
    isZoomed: zoom !== null,
    show: (next) => void setZoom(zoomOf(next)),
    showAll: () => void setZoom(null),
  };
}
