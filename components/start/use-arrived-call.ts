"use client";

import { useQuery } from "@tanstack/react-query";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import { callName } from "@/lib/calls/call-facts";
import { newerThan } from "@/lib/calls/calls-request";

const POLL_INTERVAL_MS = 1000;

/** A call that arrived while the page waits for one. */
export interface ArrivedCall {
  readonly id: string;
  readonly name: string;
}

/**
 * Waits for a trace of a project and returns its first call; null until there is one.
 *
 * @param since the time after which the trace started, in ISO 8601
 * @param isEnabled false while the project has no calls, and where nothing is shown of them
 */
export function useArrivedCall(
  { connectionId, projectId }: { readonly connectionId: string; readonly projectId: string },
  since: string,
  isEnabled: boolean,
): ArrivedCall | null {
  const { data } = useQuery({
    queryKey: ["service", connectionId, "calls.streamQuery", "arrived", projectId, since],
    queryFn: ({ signal }) => readNewest(connectionId, projectId, since, signal),
    enabled: isEnabled,
    retry: false,
    refetchInterval: ({ state }) => (state.data ? false : POLL_INTERVAL_MS),
  });
  return data ?? null;
}

async function readNewest(
  connectionId: string,
  projectId: string,
  since: string,
  signal: AbortSignal,
): Promise<ArrivedCall | null> {
  const calls: Call[] = [];
  const body = {
    project_id: projectId,
    filter: { trace_roots_only: true },
    query: { $expr: newerThan(since) },
    sort_by: [{ field: "started_at", direction: "desc" as const }],
    columns: ["display_name"],
    limit: 1,
  };
  await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
    calls.push(...rows);
  });
  const [call] = calls;
  return call === undefined ? null : { id: call.id, name: callName(call) };
}
