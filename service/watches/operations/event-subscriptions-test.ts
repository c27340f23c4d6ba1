import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Sends an example of the first event of a subscription. */
export function testSubscriptionHandler({ subscriptions }: Watches): Handler<"eventSubscriptions.test"> {
  return async ({ body }, { signal }) => ({
    delivery: await subscriptions.test(body.project_id, body.subscription_id, signal),
  });
}
