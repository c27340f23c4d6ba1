"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import type { DashboardSummary } from "@/lib/api/contract/app/dashboards";
import type { Workspace } from "@/lib/workspace/workspace";

type DeleteDashboardProps = {
  workspace: Workspace;
  dashboard: Pick<DashboardSummary, "id" | "name">;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before a dashboard is deleted. */
export function DeleteDashboard({ workspace, dashboard, onClose, onDeleted }: DeleteDashboardProps) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => callApp("dashboards.delete", { workspaceId: workspace.id, id: dashboard.id }),
    onSuccess: async () => {
      onDeleted();
      await queries.invalidateQueries({ queryKey: appQueryKey("dashboards.list") });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${dashboard.name}?`}
      description="It is deleted for everybody in the workspace. This cannot be undone; export it first to keep its panels."
      action="Delete"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  );
}
