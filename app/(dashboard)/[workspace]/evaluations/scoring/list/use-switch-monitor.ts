"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { monitorsQuery } from "@/components/evaluation/monitors/monitors-query";
import { callOperation } from "@/lib/api/client/service-client";
import type { Workspace } from "@/lib/workspace/workspace";

/** Switches a monitor, and shows the list as it is then. */
export function useSwitchMonitor(workspace: Workspace, onDone: () => void = () => undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ monitorId, isOn }: { monitorId: string; isOn: boolean }) =>
      callOperation(workspace.connectionId, "monitors.switch", {
        body: { project_id: workspace.projectId, monitor_id: monitorId, is_on: isOn },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: monitorsQuery(workspace).queryKey });
      onDone();
    },
  });
}
