import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Lets all messages that failed be sent again. */
export function replayFailedHandler(watches: Watches): Handler<"watchChannels.replayFailed"> {
  return async ({ body }) => ({
    replayed_count: await watches.replayFailed(body.project_id, body.channel_id ?? null),
  });
}
