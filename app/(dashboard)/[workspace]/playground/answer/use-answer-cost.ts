"use client";

import { useQuery } from "@tanstack/react-query";
import { useWorkspaces } from "@/components/session/use-workspace";
import { readCallCosts } from "./read-call-costs";

/** The cost of a tracked call by the service's prices; null until it is available, and when there is no price. */
export function useAnswerCost(callId: string | null): number | null {
  const { current } = useWorkspaces();
  const { data } = useQuery({
    queryKey: ["answer-cost", current?.connectionId, current?.projectId, callId],
    enabled: current !== null && callId !== null,
    queryFn: async ({ signal }) => {
      if (current === null || callId === null) return null;
      return (await readCallCosts(current, [callId], signal)).get(callId) ?? null;
    },
    // An end is stored once; the retry is for a price that was not there yet.
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return data ?? null;
}
