"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import { callStatus } from "@/lib/calls/call-facts";
import { skeletonColumns } from "@/lib/calls/calls-request";

const REFRESH_INTERVAL_MS = 2000;

/** Only the newest are refreshed; calls that never ended would otherwise be requested forever. */
const MAX_RUNNING_CALLS = 200;

async function readCalls(connectionId: string, projectId: string, ids: string[], signal: AbortSignal): Promise<Call[]> {
  const refreshedCalls: Call[] = [];
  const body = { project_id: projectId, filter: { call_ids: ids }, columns: skeletonColumns, include_costs: true };
  await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => refreshedCalls.push(...rows));
  return refreshedCalls;
}

/** Refreshes calls of the list that were still running until each has ended. Pauses while the page is hidden. */
export function useRunningCalls(
  connectionId: string,
  projectId: string,
  calls: readonly Call[],
  isLive: boolean,
): ReadonlyMap<string, Call> {
  const ids = useMemo(
    () =>
      calls
        .filter((call) => callStatus(call) === "running")
        .slice(0, MAX_RUNNING_CALLS)
        .map((call) => call.id),
    [calls],
  );
  const { data } = useQuery({
    queryKey: ["service", connectionId, "calls.streamQuery", "running", projectId, ids],
    queryFn: ({ signal }) => readCalls(connectionId, projectId, ids, signal),
    enabled: isLive && ids.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.some((call) => callStatus(call) === "running") ? REFRESH_INTERVAL_MS : false,
    staleTime: 0,
    // The calls that are still running change every few seconds.
    gcTime: 0,
    retry: false,
  });
  return useMemo(() => new Map((data ?? []).map((call) => [call.id, call])), [data]);
}
