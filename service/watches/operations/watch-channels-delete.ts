import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Deletes a channel, and removes it from watches. */
export function deleteChannelHandler(watches: Watches): Handler<"watchChannels.delete"> {
  return async ({ body }) => {
    await watches.removeChannel(body.project_id, body.channel_id);
    return {};
  };
}
