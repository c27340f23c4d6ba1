"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLatest } from "@/components/browser/use-latest";
import { callQuery } from "@/components/call/use-call";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { readSkeletonInWorker, startSkeletonWorker } from "@/lib/trace/skeleton/read-skeleton-in-worker";
import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

const REFRESH_INTERVAL_MS = 2000;
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
 *
 * @param callId a call of the trace: its answer names the trace, which is then asked for before anything is drawn of it
 * @param traceId null until that is known
 */
export function useTrace(connectionId: string, projectId: string, callId: string, traceId: string | null) {
  const client = useQueryClient();
  const stopper = useRef<AbortController | null>(null);
  // The outside system is the browser: it loads the worker while the trace is still being asked for.
  useEffect(startSkeletonWorker, []);
  const keyOf = (id: string | null) => ["service", connectionId, "calls.streamQuery", "trace", projectId, id];
  const optionsOf = (id: string | null) => ({
    queryKey: keyOf(id),
    // Columns of numbers are never compared: each answer is a new one.
    structuralSharing: false,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TraceReading> => {
      const stop = new AbortController();
      stopper.current = stop;
      const startedMs = performance.now();
      const address = { connectionId, projectId, traceId: id ?? "" };
      const reading = (skeleton: TraceSkeleton, summary: StreamSummary | null): TraceReading => ({
        skeleton,
        summary,
        durationMs: performance.now() - startedMs,
      });
      let last: TraceSkeleton | null = null;
      const onGrown = (skeleton: TraceSkeleton) => {
        last = skeleton;
        const shown = client.getQueryData<TraceReading>(keyOf(id));
        if (shown?.summary && shown.skeleton.count >= skeleton.count) return;
        client.setQueryData<TraceReading>(keyOf(id), reading(skeleton, null));
      };
      try {
        const { skeleton, summary } = await readSkeletonInWorker(
          address,
          onGrown,
          AbortSignal.any([signal, stop.signal]),
        );
        return reading(skeleton, summary);
      } catch (error) {
        const kept = last as TraceSkeleton | null;
        // Stopped by the person: what came is kept.
        if (!stop.signal.aborted || kept === null) throw error;
        return reading(kept, { rowCount: kept.count, badLines: [], end: { kind: "stopped" } });
      }
    },
  });
  const start = useLatest((id: string) => void client.prefetchQuery(optionsOf(id)));
  const isKnown = traceId !== null;
  // The outside system is the service: between its answer and the drawing of it lies a whole page.
  useEffect(() => {
    if (isKnown) return;
    client.fetchQuery(callQuery(connectionId, projectId, callId)).then(
      ({ call }) => call && start(call.trace_id),
      // The page asks for the call too, and says why it failed.
      () => undefined,
    );
  }, [client, connectionId, projectId, callId, isKnown, start]);
  const query = useQuery({
    ...optionsOf(traceId),
    enabled: isKnown,
    refetchInterval: ({ state: { data } }) =>
      data?.summary?.end.kind === "complete" && data.skeleton.runningCount > 0
        ? Math.max(REFRESH_INTERVAL_MS, data.durationMs * PAUSE_FACTOR)
        : false,
  });
  return { ...query, stop: () => stopper.current?.abort() };
}
