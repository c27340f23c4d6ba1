import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

/** Scores arrive every few seconds. */
const REFRESH_MS = 5000;

/** Returns query options of the monitors of a workspace. */
export function monitorsQuery({ connectionId, projectId }: Workspace, isLive = false) {
  return {
    ...serviceQuery(connectionId, "monitors.list", { project_id: projectId }),
    retry: false,
    ...(isLive ? { refetchInterval: REFRESH_MS } : {}),
  };
}
