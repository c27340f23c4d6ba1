import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Sends a message that is marked as a test. */
export function testChannelHandler(watches: Watches): Handler<"watchChannels.test"> {
  return async ({ body }, { signal }) => ({
    delivery: await watches.outbox.test(body.project_id, body.channel_id, signal),
  });
}
