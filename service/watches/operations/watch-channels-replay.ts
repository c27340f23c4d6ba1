import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Sends a message once more with its id. */
export function replayDeliveryHandler(watches: Watches): Handler<"watchChannels.replay"> {
  return async ({ body }, { signal }) => ({
    delivery: await watches.outbox.replay(body.project_id, body.delivery_id, signal),
  });
}
