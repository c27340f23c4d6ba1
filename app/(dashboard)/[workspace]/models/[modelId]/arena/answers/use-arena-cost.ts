"use client";

import { useQuery } from "@tanstack/react-query";
import { streamOperation } from "@/lib/api/client/service-client";
import { callUsage, usageTotal } from "@/lib/calls/call-facts";
import type { Workspace } from "@/lib/workspace/workspace";

/** The total cost of tracked calls by the service's prices; null until it is available, and when none has a price. */
export function useArenaCost({ connectionId, projectId }: Workspace, callIds: readonly string[]): number | null {
  const { data } = useQuery({
    queryKey: ["arena-cost", connectionId, projectId, callIds],
    enabled: callIds.length > 0,
    queryFn: ({ signal }) => readCost(connectionId, projectId, callIds, signal),
    // An end is stored once; the retry is for a price that was not there yet.
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return data ?? null;
}

/** Reads only the summaries, since prompts may be long. */
async function readCost(
  connectionId: string,
  projectId: string,
  callIds: readonly string[],
  signal: AbortSignal,
): Promise<number | null> {
  const costs: number[] = [];
  const filter = { call_ids: [...callIds] };
  const body = { project_id: projectId, filter, columns: ["id", "summary"], include_costs: true };
  await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
    costs.push(...rows.flatMap((call) => usageTotal(callUsage(call)).costUsd ?? []));
  });
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}
