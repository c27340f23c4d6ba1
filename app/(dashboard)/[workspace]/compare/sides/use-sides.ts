"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call, CallsFilter } from "@/lib/api/contract/calls/calls";
import { callStatus } from "@/lib/calls/call-facts";
import type { Workspace } from "@/lib/workspace/workspace";
import type { SideSource } from "./prepare-side";

/** A side with more calls than this is compared up to here, with a notice. */
export const MAX_CALLS = 10_000;

const REFRESH_INTERVAL_MS = 2000;

const columns = ["display_name", "parent_id", "thread_id", "ended_at", "exception", "summary", "attributes"];

/** The calls of a side without their payloads; empty when there is no such call or thread. */
export interface ReadSide {
  readonly calls: readonly Call[];
  readonly summary: StreamSummary;
}

export type SideQuery = QueryObserverResult<ReadSide>;

const combine = (queries: SideQuery[]) => ({ queries, reads: queries.map(({ data }) => data ?? null) });

/** Loads the calls of all sides at once. Running ones are refreshed. */
export function useSides({ connectionId, projectId }: Workspace, sources: readonly SideSource[]) {
  return useQueries({
    queries: sources.map(({ kind, id }) => ({
      queryKey: ["service", connectionId, "calls.streamQuery", "side", projectId, kind, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const address = { connectionId, projectId, signal };
        return kind === "thread" ? readCalls(address, { thread_ids: [id] }) : readTraceOf(address, id);
      },
      refetchInterval: ({ state }: { state: { data: ReadSide | undefined } }) =>
        state.data?.calls.some((call) => callStatus(call) === "running") ? REFRESH_INTERVAL_MS : false,
    })),
    combine,
  });
}

interface ProjectAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}

/** Loads the full trace of a call. Its own row is loaded first, without its payload, which may be large. */
async function readTraceOf(address: ProjectAddress, callId: string): Promise<ReadSide> {
  const own = await readCalls(address, { call_ids: [callId] }, 1);
  const [call] = own.calls;
  return call ? readCalls(address, { trace_ids: [call.trace_id] }) : own;
}

async function readCalls(
  { connectionId, projectId, signal }: ProjectAddress,
  filter: CallsFilter,
  limit: number = MAX_CALLS,
): Promise<ReadSide> {
  const calls: Call[] = [];
  const body = {
    project_id: projectId,
    filter,
    sort_by: [{ field: "started_at", direction: "asc" as const }],
    columns,
    include_costs: true,
    limit,
  };
  const summary = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
    calls.push(...rows);
  });
  return { calls, summary };
}
