import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Lists the channels of a project, without their addresses and secrets. */
export function listChannelsHandler(watches: Watches): Handler<"watchChannels.list"> {
  return async ({ body }) => ({
    channels: await watches.channels.list(body.project_id),
    has_mail: watches.hasMail,
  });
}
