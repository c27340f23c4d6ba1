"use client";

import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { failureOf, RequestFailure, unreadable } from "@/lib/api/client/request-failure";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import { callStatus } from "@/lib/calls/call-facts";
import { readFullCall } from "@/lib/calls/read-full-call";

const REFRESH_INTERVAL_MS = 2000;

/** All fields of a call except inputs and output, either of which may exceed the page's memory. */
const headColumns = [
  "display_name",
  "parent_id",
  "thread_id",
  "turn_id",
  "ended_at",
  "exception",
  "summary",
  "attributes",
  "svc_user_id",
  "svc_run_id",
  "svc_run_step",
];

/** The query for a call without its payload. */
export function callQuery(connectionId: string, projectId: string, callId: string) {
  return queryOptions({
    queryKey: ["service", connectionId, "calls.streamQuery", "call", projectId, callId] as const,
    queryFn: ({ signal, client }) => readCall(client, connectionId, projectId, callId, signal),
  });
}

/** The query for a call with its payload; large values are lazy. */
export function fullCallQuery(connectionId: string, projectId: string, callId: string) {
  return queryOptions({
    queryKey: ["service", connectionId, "call.read", "whole", projectId, callId] as const,
    queryFn: ({ signal }) => readFullCall(connectionId, projectId, callId, signal),
    structuralSharing: false,
  });
}

/**
 * Returns one call with its costs, without inputs and output; null when the service has no call with this id. Refreshes
 * a running call.
 */
export function useCall(connectionId: string, projectId: string, callId: string) {
  return useQuery({
    ...callQuery(connectionId, projectId, callId),
    refetchInterval: ({ state }) => (isRunning(state.data?.call) ? REFRESH_INTERVAL_MS : false),
  });
}

/** Loads one call with its full payload once it is wanted; large values are lazy. */
export function useFullCall(connectionId: string, projectId: string, callId: string, isWanted: boolean) {
  return useQuery({
    ...fullCallQuery(connectionId, projectId, callId),
    enabled: isWanted,
    refetchInterval: ({ state }) => (isRunning(state.data?.call) ? REFRESH_INTERVAL_MS : false),
  });
}

/** A service that cannot list calls may still read one; the call then includes its payload. */
async function readCall(
  client: QueryClient,
  connectionId: string,
  projectId: string,
  callId: string,
  signal: AbortSignal,
) {
  try {
    return await findCall(connectionId, projectId, callId, signal);
  } catch (error) {
    if (!(error instanceof RequestFailure) || failureOf(error).kind !== "unsupported") throw error;
    // Not cached: a running call is refreshed.
    return await client.fetchQuery({ ...fullCallQuery(connectionId, projectId, callId), staleTime: 0 });
  }
}

async function findCall(
  connectionId: string,
  projectId: string,
  callId: string,
  signal: AbortSignal,
): Promise<{ call: Call | null }> {
  const calls: Call[] = [];
  const body = {
    project_id: projectId,
    filter: { call_ids: [callId] },
    columns: headColumns,
    include_costs: true,
    limit: 1,
  };
  const { end, badLines } = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) =>
    calls.push(...rows),
  );
  const [call] = calls;
  if (call) return { call };
  // Without its row, a response that ended badly does not prove that the call is missing.
  if (end.kind === "cut-short") throw unreadable("calls.streamQuery", end.reason);
  if (badLines[0]) throw unreadable("calls.streamQuery", badLines[0].reason);
  return { call: null };
}

function isRunning(call: Call | null | undefined): boolean {
  return call ? callStatus(call) === "running" : false;
}
