"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { monitorsQuery } from "@/components/evaluation/monitors/monitors-query";
import { callOperation } from "@/lib/api/client/service-client";
import type { Monitor } from "@/lib/api/contract/monitors/monitors";
import type { Workspace } from "@/lib/workspace/workspace";

type DeleteMonitorProps = { workspace: Workspace; monitor: Monitor; onClose: () => void };

/** Asks before a monitor is deleted. */
export function DeleteMonitor({ workspace, monitor, onClose }: DeleteMonitorProps) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const change = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "monitors.delete", { body: { project_id: projectId, monitor_id: monitor.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: monitorsQuery(workspace).queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${monitor.settings.name}?`}
      description="No further calls are scored by it. The scores that it gave stay. This cannot be undone."
      action="Delete"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  );
}
