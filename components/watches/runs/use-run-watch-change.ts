"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callOperation } from "@/lib/api/client/service-client";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { Workspace } from "@/lib/workspace/workspace";

/** What a person changes of the watches of one run, or of all runs of the project. */
export type RunWatchChange =
  | { readonly kind: "save"; readonly settings: RequestOf<"runWatches.save">["settings"] }
  | { readonly kind: "acknowledge" };

/** Changes the watches of a run, and reads what is known of watches again. @param runId null for all runs */
export function useRunWatchChange({ connectionId, projectId }: Workspace, runId: string | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: RunWatchChange) => {
      const body = { project_id: projectId, run_id: runId ?? "" };
      if (change.kind === "acknowledge") return callOperation(connectionId, "runWatches.acknowledge", { body });
      return callOperation(connectionId, "runWatches.save", {
        body: { project_id: projectId, run_id: runId, settings: change.settings },
      });
    },
    onSuccess: async () => {
      for (const id of ["runWatches.read", "runWatches.list", "watches.list"] as const)
        await queries.invalidateQueries({ queryKey: ["service", connectionId, id] });
    },
  });
}
