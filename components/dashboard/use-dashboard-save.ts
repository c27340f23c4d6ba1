"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { appQuery, appQueryKey, callApp } from "@/lib/api/client/app-client";
import type { DashboardContent, SavedDashboard } from "@/lib/api/contract/app/dashboards";
import type { Workspace } from "@/lib/workspace/workspace";

interface DashboardChange {
  readonly content: DashboardContent;
  /** The one that is changed, with its version; null for a new one. */
  readonly before: Pick<SavedDashboard, "id" | "version"> | null;
}

/** A mutation that saves a dashboard, whose lists and pages then show it. */
export function useDashboardSave(workspace: Workspace, onSaved: (dashboard: SavedDashboard) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ content, before }: DashboardChange) => {
      const named = before && { id: before.id, version: before.version };
      return callApp("dashboards.save", { workspaceId: workspace.id, content, before: named });
    },
    onSuccess: async ({ dashboard }) => {
      const { queryKey } = appQuery("dashboards.read", { workspaceId: workspace.id, id: dashboard.id });
      queries.setQueryData(queryKey, { dashboard });
      await queries.invalidateQueries({ queryKey: appQueryKey("dashboards.list") });
      onSaved(dashboard);
    },
  });
}
