import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Lists the newest messages to channels. */
export function listDeliveriesHandler(watches: Watches): Handler<"watchChannels.deliveries"> {
  return async ({ body }) => {
    const { project_id: projectId, channel_id: channelId = null, watch_id: watchId = null } = body;
    const of = { channelId, watchId, subscriptionId: body.subscription_id ?? null };
    return {
      deliveries: await watches.outbox.list(projectId, of),
      failed_count: await watches.outbox.failedCount(projectId, channelId),
    };
  };
}
