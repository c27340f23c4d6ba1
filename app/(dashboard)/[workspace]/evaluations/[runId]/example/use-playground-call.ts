"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { callKind } from "@/lib/calls/call-facts";
import { readCalls } from "@/lib/thread/read-thread-calls";
import type { Workspace } from "@/lib/workspace/workspace";

const COLUMNS = ["op_name", "parent_id", "started_at", "attributes"];

/**
 * Returns the call whose request the playground can run again: the last request to a provider below the model's call,
 * or the model's call itself.
 *
 * @param modelCallId null where the trial has none
 */
export function usePlaygroundCall({ connectionId, projectId }: Workspace, modelCallId: string | null): string | null {
  const below = useQuery({
    queryKey: serviceQueryKey(connectionId, "calls.streamQuery", { projectId, below: modelCallId }),
    queryFn: ({ signal }) =>
      readCalls({ connectionId, projectId, signal }, { parent_ids: [modelCallId ?? ""] }, COLUMNS),
    enabled: modelCallId !== null,
  });
  // Without the calls below, the link opens the model's call, which may hold the messages too.
  return below.data?.findLast((call) => callKind(call) === "llm")?.id ?? modelCallId;
}
