import type { ServiceState } from "@/service/kernel/state/open-state";
import { messageId } from "@/service/traces/events/message-id";
import { SubscriptionRecords } from "@/service/traces/events/subscription-records";
import type { EventRecord } from "@/service/watches/rules/watch-records";
import type { Notification } from "./notification";

/** A change of state, and what it is called. */
export interface Announcement {
  readonly event: EventRecord;
  readonly notification: Notification;
  readonly channelIds: readonly string[];
  /** Not sent before. */
  readonly dueMs: number;
}

/**
 * Adds the messages of an event to the outbox, in the transaction that stores the event. What has not been sent when it
 * resolves is not sent, and neither is its end.
 */
export async function announce(
  transaction: ServiceState,
  { event, notification, channelIds, dueMs }: Announcement,
): Promise<void> {
  const isEnd = event.kind === "resolved";
  const skipped = isEnd ? await skipUnsent(transaction, event) : new Set<string>();
  let query = transaction
    .selectFrom("watch_channel")
    .selectAll()
    .where("project_id", "=", event.projectId)
    .where("is_on", "=", 1);
  if (isEnd) query = query.where("sends_resolved", "=", 1);
  if (event.kind === "no_data") query = query.where("sends_no_data", "=", 1);
  const subscriptions =
    event.kind === "firing" ? await subscribedChannels(transaction, event.projectId) : new Map<string, string>();
  const isTold = (id: string) => !skipped.has(id) && (channelIds.includes(id) || subscriptions.has(id));
  const channels = (await query.execute()).filter(({ id }) => isTold(id));
  for (const { id } of channels) {
    await transaction
      .insertInto("watch_delivery")
      .values({
        id: messageId(event.id, id),
        project_id: event.projectId,
        channel_id: id,
        watch_id: event.watchId,
        // A channel that is told by both is told once.
        subscription_id: channelIds.includes(id) ? null : (subscriptions.get(id) ?? null),
        grouped: event.grouped,
        subject: notification.name,
        kind: event.kind,
        notification: JSON.stringify(notification),
        state: "waiting",
        tries: 0,
        created_at: new Date().toISOString(),
        next_ms: dueMs,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
}

/** Returns the subscriptions to all watches of a project, by their channels. */
async function subscribedChannels(transaction: ServiceState, projectId: string): Promise<Map<string, string>> {
  const subscriptions = await new SubscriptionRecords(transaction).wanting(projectId, "watch.firing");
  return new Map(subscriptions.map(({ id, channelId }) => [channelId, id]));
}

/** Returns the channels of the messages that are not sent. */
async function skipUnsent(transaction: ServiceState, { watchId, grouped }: EventRecord): Promise<Set<string>> {
  const rows = await transaction
    .updateTable("watch_delivery")
    .set({ state: "skipped", next_ms: null, ended_at: new Date().toISOString() })
    .where("watch_id", "=", watchId)
    .where("grouped", "=", grouped)
    .where("state", "=", "waiting")
    .where("tries", "=", 0)
    .returning("channel_id")
    .execute();
  return new Set(rows.map(({ channel_id: id }) => id));
}
