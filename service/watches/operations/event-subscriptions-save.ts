import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Creates a subscription to events, or changes one. */
export function saveSubscriptionHandler({ subscriptions }: Watches): Handler<"eventSubscriptions.save"> {
  return ({ body }, { identity, signal }) => subscriptions.save(body, identity, signal);
}
