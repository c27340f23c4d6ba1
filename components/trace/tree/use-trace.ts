"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLatest } from "@/components/browser/use-latest";
import { callQuery } from "@/components/call/use-call";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { readSkeletonInWorker, startSkeletonWorker } from "@/lib/trace/skeleton/read-skeleton-in-worker";
import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

const REFRESH_INTERVAL_MS = 2000;
/** A running trace refreshes after this multiple of the duration of the last load. */
const PAUSE_FACTOR = 4;

/** The loaded state of a trace at one time. */
export interface TraceReading {
  readonly skeleton: TraceSkeleton;
  /** How the stream ended; null while it continues. */
  readonly summary: StreamSummary | null;
  readonly durationMs: number;
}

/**
 * The calls of a trace without their payloads, while they arrive and afterwards. Running traces refresh as often as
 * their size allows; the current calls stay until the new load has more.
 *
 * @param callId a call of the trace: its response names the trace, which is then loaded before anything is drawn of it
 * @param traceId null until known
 */
export function useTrace(connectionId: string, projectId: string, callId: string, traceId: string | null) {
  const client = useQueryClient();
  const stopper = useRef<AbortController | null>(null);
  // The outside system is the browser: it loads the worker during the request for the trace.
  useEffect(startSkeletonWorker, []);
  const keyOf = (id: string | null) => ["service", connectionId, "calls.streamQuery", "trace", projectId, id];
  const optionsOf = (id: string | null) => ({
    queryKey: keyOf(id),
    // Numeric columns are never compared: each response is a new one.
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
        const lastSkeleton = last as TraceSkeleton | null;
        // Stopped by the user: loaded calls are kept.
        if (!stop.signal.aborted || lastSkeleton === null) throw error;
        return reading(lastSkeleton, { rowCount: lastSkeleton.count, badLines: [], end: { kind: "stopped" } });
      }
    },
  });
  const start = useLatest((id: string) => void client.prefetchQuery(optionsOf(id)));
  const isKnown = traceId !== null;
  // The outside system is the service: a full render lies between its response and the drawing.
  useEffect(() => {
    if (isKnown) return;
    client.fetchQuery(callQuery(connectionId, projectId, callId)).then(
      ({ call }) => call && start(call.trace_id),
      // The page also loads the call, and reports why it failed.
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
