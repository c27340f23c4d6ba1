import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Deletes a subscription with its messages. */
export function deleteSubscriptionHandler({ subscriptions }: Watches): Handler<"eventSubscriptions.delete"> {
  return async ({ body }) => {
    await subscriptions.remove(body.project_id, body.subscription_id);
    return {};
  };
}
