"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { watchesQuery } from "@/components/watches/watches-query";
import { callOperation } from "@/lib/api/client/service-client";
import type { Watch } from "@/lib/api/contract/watches/watches";
import type { Workspace } from "@/lib/workspace/workspace";

/** What a row does to its watch. */
export type WatchChange =
  | { readonly kind: "acknowledge" }
  | { readonly kind: "mute"; readonly untilMs: number | null }
  | { readonly kind: "switch"; readonly isOn: boolean };

/** Changes a watch, and shows the list as it is then. */
export function useWatchChange({ id, settings }: Watch, workspace: Workspace) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const byId = { project_id: projectId, watch_id: id };
  return useMutation({
    mutationFn: (change: WatchChange) => {
      if (change.kind === "acknowledge") return callOperation(connectionId, "watches.acknowledge", { body: byId });
      if (change.kind === "switch")
        return callOperation(connectionId, "watches.save", { body: { ...byId, settings, is_on: change.isOn } });
      const until = change.untilMs === null ? null : new Date(change.untilMs).toISOString();
      return callOperation(connectionId, "watches.mute", { body: { ...byId, until } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: watchesQuery(workspace).queryKey }),
  });
}
