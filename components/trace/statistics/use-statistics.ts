"use client";

import { useEffect, useState } from "react";
import { runInTimeSlices } from "@/lib/scheduling/run-in-short-slices";
import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { statisticsSteps, type TraceStatistics } from "@/lib/trace/statistics/trace-statistics";

/** Statistics of a trace and what they are of: while calls arrive, of the calls that were there. */
export interface ReadStatistics extends TraceStatistics {
  readonly skeleton: TraceSkeleton;
}

/** Statistics by op and the critical path, made without holding the page up; null until they are there. */
export function useStatistics(skeleton: TraceSkeleton, untilMs: number): ReadStatistics | null {
  const [read, setRead] = useState<ReadStatistics | null>(null);
  // The outside system is the page's own time: the work goes on between what the browser has to do.
  // biome-ignore lint/correctness/useExhaustiveDependencies: while calls run the skeleton is renewed, which is often enough
  useEffect(() => {
    const stop = new AbortController();
    runInTimeSlices(statisticsSteps(skeleton, untilMs), stop.signal).then(
      (statistics) => setRead({ ...statistics, skeleton }),
      // Stopped: another trace, or more of it, is being looked at.
      () => undefined,
    );
    return () => stop.abort();
  }, [skeleton]);
  return read;
}
