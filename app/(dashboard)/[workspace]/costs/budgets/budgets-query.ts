import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

/** Returns query options of the budgets of a workspace. */
export function budgetsQuery({ connectionId, projectId }: Workspace) {
  return { ...serviceQuery(connectionId, "budgets.list", { project_id: projectId }), retry: false } as const;
}
