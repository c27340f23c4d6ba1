import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Lets the notifications of a watch wait until a time. */
export function muteWatchHandler(watches: Watches): Handler<"watches.mute"> {
  return ({ body }) => watches.mute(body.project_id, body.watch_id, body.until);
}
