"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { watchesQuery } from "@/components/watches/watches-query";
import { callOperation } from "@/lib/api/client/service-client";
import type { Watch } from "@/lib/api/contract/watches/watches";
import type { Workspace } from "@/lib/workspace/workspace";

type DeleteWatchProps = { workspace: Workspace; watch: Watch; onClose: () => void };

/** Asks before a watch is deleted. */
export function DeleteWatch({ workspace, watch, onClose }: DeleteWatchProps) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const change = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "watches.delete", { body: { project_id: projectId, watch_id: watch.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: watchesQuery(workspace).queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${watch.settings.name}?`}
      description="Its history and its deliveries are deleted with it. This cannot be undone."
      action="Delete"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  );
}
