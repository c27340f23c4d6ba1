import type { ServiceState } from "@/service/kernel/state/open-state";
import { messageId } from "./message-id";
import type { EventMessage, ProductEvent } from "./product-event";
import { type SubscriptionRecord, SubscriptionRecords } from "./subscription-records";

/** Messages of no group: what resolved before it was sent exists of watches only. */
const NO_GROUP = "null";

/**
 * Stores an event for the subscriptions that want it, in the transaction that stores what has happened: a kill loses
 * neither without the other. An event that is stored already is not stored again, and a channel hears of it once.
 */
export async function recordEvent(transaction: ServiceState, event: ProductEvent): Promise<void> {
  const subscriptions = await new SubscriptionRecords(transaction).wanting(event.project_id, event.kind);
  await storeEvent(transaction, event, subscriptions, Date.now());
}

/** Stores an event for some subscriptions. */
export async function storeEvent(
  transaction: ServiceState,
  { awaits, ...event }: ProductEvent,
  subscriptions: readonly Pick<SubscriptionRecord, "id" | "channelId">[],
  dueMs: number,
): Promise<void> {
  const message: EventMessage = { ...event, is_test: false, awaits: awaits ?? null };
  for (const { id, channelId } of subscriptions) {
    await transaction
      .insertInto("watch_delivery")
      .values({
        ...{ id: messageId(event.event_id, channelId), project_id: event.project_id, channel_id: channelId },
        ...{ watch_id: null, subscription_id: id, grouped: NO_GROUP, subject: event.name, kind: event.kind },
        ...{ notification: JSON.stringify(message), state: "waiting", tries: 0 },
        ...{ created_at: new Date(dueMs).toISOString(), next_ms: dueMs },
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
}
