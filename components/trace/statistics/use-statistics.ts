"use client";

import { useEffect, useState } from "react";
import { runInTimeSlices } from "@/lib/scheduling/run-in-short-slices";
import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { statisticsSteps, type TraceStatistics } from "@/lib/trace/statistics/trace-statistics";

/** Statistics of a trace and the skeleton that they cover: while calls arrive, an earlier one. */
export interface ReadStatistics extends TraceStatistics {
  readonly skeleton: TraceSkeleton;
}

/** Statistics by op and the critical path, computed without blocking the page; null until done. */
export function useStatistics(skeleton: TraceSkeleton, untilMs: number): ReadStatistics | null {
  const [read, setRead] = useState<ReadStatistics | null>(null);
  // The outside system is the page's event loop: the work continues between browser tasks.
  // biome-ignore lint/correctness/useExhaustiveDependencies: while calls run the skeleton is renewed, which is often enough
  useEffect(() => {
    const stop = new AbortController();
    runInTimeSlices(statisticsSteps(skeleton, untilMs), stop.signal).then(
      (statistics) => setRead({ ...statistics, skeleton }),
      // Stopped: another trace, or more of this one, replaces it.
      () => undefined,
    );
    return () => stop.abort();
  }, [skeleton]);
  return read;
}
