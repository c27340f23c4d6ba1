import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Notes up to which notification the caller has read. */
export function markReadHandler({ notifications }: Watches): Handler<"watches.markRead"> {
  return async ({ body }, { identity }) => {
    const reader = { projectId: body.project_id, userId: identity.userId };
    await notifications.markRead(reader, body.last_id);
    return await notifications.list(reader);
  };
}
