"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { readInWorker, warmWorker } from "./skeleton/read-in-worker";
import type { TraceSkeleton } from "./skeleton/trace-skeleton";

const LOOK_MS = 2000;
/** A running trace is looked at again after so many times what the last look took. */
const PAUSE_FACTOR = 4;

/** What is known of a trace at one moment. */
export interface TraceReading {
  readonly skeleton: TraceSkeleton;
  /** How the stream ended; null while it goes on. */
  readonly summary: StreamSummary | null;
  readonly durationMs: number;
}

/**
 * The calls of a trace without their payloads, while they arrive and afterwards. Running traces are looked at again, as
 * often as their size allows; what is on the screen stays until the new look has more.
 */
export function useTrace(connectionId: string, projectId: string, traceId: string | null) {
  const client = useQueryClient();
  const stopper = useRef<AbortController | null>(null);
  // The outside system is the browser: it loads the worker while the trace is still being asked for.
  useEffect(warmWorker, []);
  const queryKey = ["service", connectionId, "calls.streamQuery", "trace", projectId, traceId];
  const query = useQuery({
    queryKey,
    enabled: traceId !== null,
    // Columns of numbers are never compared: each answer is a new one.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<TraceReading> => {
      const stop = new AbortController();
      stopper.current = stop;
      const startedMs = performance.now();
      const address = { connectionId, projectId, traceId: traceId ?? "" };
      const reading = (skeleton: TraceSkeleton, summary: StreamSummary | null): TraceReading => ({
        skeleton,
        summary,
        durationMs: performance.now() - startedMs,
      });
      let last: TraceSkeleton | null = null;
      const onGrown = (skeleton: TraceSkeleton) => {
        last = skeleton;
        const shown = client.getQueryData<TraceReading>(queryKey);
        if (shown?.summary && shown.skeleton.count >= skeleton.count) return;
        client.setQueryData<TraceReading>(queryKey, reading(skeleton, null));
      };
      try {
        const { skeleton, summary } = await readInWorker(address, onGrown, AbortSignal.any([signal, stop.signal]));
        return reading(skeleton, summary);
      } catch (error) {
        const kept = last as TraceSkeleton | null;
        // Stopped by the person: what came is kept.
        if (!stop.signal.aborted || kept === null) throw error;
        return reading(kept, { rowCount: kept.count, badLines: [], end: { kind: "stopped" } });
      }
    },
    refetchInterval: ({ state: { data } }) =>
      data?.summary?.end.kind === "complete" && data.skeleton.runningCount > 0
        ? Math.max(LOOK_MS, data.durationMs * PAUSE_FACTOR)
        : false,
  });
  return { ...query, stop: () => stopper.current?.abort() };
}
