import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Lists which events of a project are sent to its channels. */
export function listSubscriptionsHandler({ subscriptions }: Watches): Handler<"eventSubscriptions.list"> {
  return async ({ body }) => ({ subscriptions: await subscriptions.list(body.project_id) });
}
