import type { Handler } from "@/service/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Lists the newest messages to channels. */
export function listDeliveriesHandler(watches: Watches): Handler<"watchChannels.deliveries"> {
  return async ({ body }) => {
    const of = { channelId: body.channel_id ?? null, watchId: body.watch_id ?? null };
    return { deliveries: await watches.outbox.list(body.project_id, of) };
  };
}
