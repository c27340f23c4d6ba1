"use client";

import { useEffect, useState } from "react";
import { runInTimeSlices } from "@/lib/scheduling/run-in-short-slices";
import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { type CriticalPath, criticalPathSteps } from "@/lib/trace/statistics/critical-path";

/**
 * The critical path of a trace, for a view that marks its rows; null until it is found, and while it is not requested.
 */
export function useCriticalPath(skeleton: TraceSkeleton, untilMs: number, isWanted: boolean): CriticalPath | null {
  const [found, setFound] = useState<{ skeleton: TraceSkeleton; path: CriticalPath } | null>(null);
  // The outside system is the page's event loop: the work continues between browser tasks.
  // biome-ignore lint/correctness/useExhaustiveDependencies: while calls run the skeleton is renewed, which is often enough
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    runInTimeSlices(criticalPathSteps(skeleton, untilMs), stop.signal).then(
      (path) => setFound({ skeleton, path }),
      // Stopped: another trace, or more of this one, replaces it.
      () => undefined,
    );
    return () => stop.abort();
  }, [skeleton, isWanted]);
  // Rows of another load are other calls.
  return isWanted && found?.skeleton === skeleton ? found.path : null;
}
