"use client";

import { useRouter } from "next/navigation";
import { useDashboardSave } from "@/components/dashboard/use-dashboard-save";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import type { DashboardContent } from "@/lib/api/contract/app/dashboards";
import type { Workspace } from "@/lib/workspace/workspace";

/** Returns a function that saves a new dashboard and opens it. */
export function useNewDashboard(workspace: Workspace) {
  const router = useRouter();
  const toast = useToast();
  const save = useDashboardSave(workspace, ({ id, content }) => {
    router.push(`/${workspace.slug}/dashboards/${id}${content.panels.length === 0 ? "?edit=true" : ""}`);
  });
  return {
    isBusy: save.isPending,
    create: (content: DashboardContent) =>
      save.mutate(
        { content, before: null },
        { onError: (error) => toast(`Not created: ${failureOf(error).message}`, "warning") },
      ),
  };
}
