"use client";

import { useQuery } from "@tanstack/react-query";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls";
import { callStatus } from "./prepare-call";

/** A trace with more calls than this is shown up to here and says so. */
export const MOST_CALLS = 10_000;

const LOOK_MS = 2000;

const columns = ["display_name", "parent_id", "thread_id", "ended_at", "exception", "summary", "attributes"];

/** The calls of a trace without their payloads, and how the stream ended. Running ones are looked at again. */
export function useTrace(connectionId: string, projectId: string, traceId: string | null) {
  return useQuery({
    queryKey: ["service", connectionId, "calls.streamQuery", "trace", projectId, traceId],
    queryFn: ({ signal }) => readTrace(connectionId, projectId, traceId ?? "", signal),
    enabled: traceId !== null,
    refetchInterval: ({ state }) =>
      state.data?.calls.some((call) => callStatus(call) === "running") ? LOOK_MS : false,
  });
}

async function readTrace(
  connectionId: string,
  projectId: string,
  traceId: string,
  signal: AbortSignal,
): Promise<{ calls: Call[]; summary: StreamSummary }> {
  const calls: Call[] = [];
  const body = {
    project_id: projectId,
    filter: { trace_ids: [traceId] },
    sort_by: [{ field: "started_at", direction: "asc" as const }],
    columns,
    include_costs: true,
    limit: MOST_CALLS,
  };
  const summary = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) =>
    calls.push(...rows),
  );
  return { calls, summary };
}
