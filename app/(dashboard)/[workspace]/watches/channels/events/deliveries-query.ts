import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

/** Returns query options of what was sent to the channels of a workspace. */
export function deliveriesQuery({ connectionId, projectId }: Workspace) {
  return { ...serviceQuery(connectionId, "watchChannels.deliveries", { project_id: projectId }), retry: false };
}
