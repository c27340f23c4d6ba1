"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import { callStatus } from "@/lib/calls/call-facts";
import type { Workspace } from "@/lib/workspace/workspace";

/** Maximum number of calls shown of a thread; a notice says when there are more. */
export const MAX_CALLS = 10_000;

const REFRESH_INTERVAL_MS = 2000;

const columns = ["display_name", "parent_id", "thread_id", "turn_id", "ended_at", "exception", "summary", "attributes"];

/**
 * The calls of a thread without their payloads, and how the stream ended. Running calls are refreshed.
 *
 * @param stamp changes when the list has seen new activity in the thread
 */
export function useThreadCalls(workspace: Workspace, threadId: string, stamp: string, isLive: boolean) {
  const { connectionId, projectId } = workspace;
  return useQuery({
    queryKey: ["service", connectionId, "calls.streamQuery", "thread", projectId, threadId, stamp],
    queryFn: ({ signal }) => readThread(connectionId, projectId, threadId, signal),
    refetchInterval: ({ state }) =>
      isLive && state.data?.calls.some((call) => callStatus(call) === "running") ? REFRESH_INTERVAL_MS : false,
    placeholderData: (before, query) => (query?.queryKey[5] === threadId ? keepPreviousData(before) : undefined),
  });
}

/** The calls of a thread, and how their stream ended. */
export interface ThreadCalls {
  readonly calls: readonly Call[];
  readonly summary: StreamSummary;
}

async function readThread(
  connectionId: string,
  projectId: string,
  threadId: string,
  signal: AbortSignal,
): Promise<ThreadCalls> {
  const calls: Call[] = [];
  const body = {
    project_id: projectId,
    filter: { thread_ids: [threadId] },
    sort_by: [{ field: "started_at", direction: "asc" as const }],
    columns,
    include_costs: true,
    limit: MAX_CALLS,
  };
  const summary = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
    // A service that ignores the filter returns the calls of all threads.
    calls.push(...rows.filter((call) => call.thread_id === threadId));
  });
  return { calls, summary };
}
