"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Call } from "@/lib/api/contract/calls";
import { callStatus } from "./prepare-call";

const LOOK_MS = 2000;

/** One call with its payload and costs; null when the service has none by that id. A running one is looked at again. */
export function useCall(connectionId: string, projectId: string, callId: string) {
  return useQuery({
    ...serviceQuery(connectionId, "call.read", { project_id: projectId, id: callId, include_costs: true }),
    refetchInterval: ({ state }) => (isRunning(state.data?.call) ? LOOK_MS : false),
  });
}

function isRunning(call: Call | null | undefined): boolean {
  return call ? callStatus(call) === "running" : false;
}
