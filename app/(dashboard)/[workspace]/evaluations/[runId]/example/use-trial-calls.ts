"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { Call } from "@/lib/api/contract/calls/calls";
import { readCalls } from "@/lib/thread/read-thread-calls";
import type { Workspace } from "@/lib/workspace/workspace";

const COLUMNS = ["op_name", "parent_id", "inputs", "output", "exception", "started_at", "ended_at"];

/** The calls of one trial: the trial's own, and those of the model and the scorers. */
export interface TrialCalls {
  readonly trial: Call | undefined;
  readonly children: readonly Call[];
}

export function useTrialCalls({ connectionId, projectId }: Workspace, trialId: string) {
  return useQuery({
    queryKey: serviceQueryKey(connectionId, "calls.streamQuery", { projectId, trialId }),
    queryFn: async ({ signal }): Promise<TrialCalls> => {
      const address = { connectionId, projectId, signal };
      const [own, children] = await Promise.all([
        readCalls(address, { call_ids: [trialId] }, COLUMNS),
        readCalls(address, { parent_ids: [trialId] }, COLUMNS),
      ]);
      return { trial: own[0], children };
    },
  });
}
