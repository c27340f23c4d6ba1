import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Lists the watches of a project. */
export function listWatchesHandler(watches: Watches): Handler<"watches.list"> {
  return async ({ body }, { identity }) => {
    const reader = { projectId: body.project_id, userId: identity.userId };
    const unread = await watches.notifications.unreadCount(reader);
    return { ...(await watches.list(body.project_id)), unread_count: unread };
  };
}
