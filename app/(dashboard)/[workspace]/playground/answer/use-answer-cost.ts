"use client";

import { useQuery } from "@tanstack/react-query";
import { useWorkspaces } from "@/components/session/use-workspace";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import { callUsage, usageTotal } from "@/lib/calls/call-facts";

/** The cost of a tracked call by the service's prices; null until it is available, and when there is no price. */
export function useAnswerCost(callId: string | null): number | null {
  const { current } = useWorkspaces();
  const { data } = useQuery({
    queryKey: ["answer-cost", current?.connectionId, current?.projectId, callId],
    enabled: current !== null && callId !== null,
    queryFn: ({ signal }) => readCost(current?.connectionId ?? "", current?.projectId ?? "", callId ?? "", signal),
    // An end is stored once; the retry is for a price that was not there yet.
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return data ?? null;
}

/** Reads only the summary, since prompts may be long. */
async function readCost(connectionId: string, projectId: string, id: string, signal: AbortSignal) {
  const calls: Call[] = [];
  const body = { project_id: projectId, filter: { call_ids: [id] }, columns: ["id", "summary"], include_costs: true };
  await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
    calls.push(...rows);
  });
  const [call] = calls;
  return call ? usageTotal(callUsage(call)).costUsd : null;
}
