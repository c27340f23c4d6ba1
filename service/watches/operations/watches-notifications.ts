import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Lists what fired and resolved in a project. */
export function listNotificationsHandler({ notifications }: Watches): Handler<"watches.notifications"> {
  return ({ body }, { identity }) => notifications.list({ projectId: body.project_id, userId: identity.userId });
}
