import { v7 as uuid7 } from "uuid";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { recordEvent } from "@/service/traces/events/record-event";
import { SubscriptionRecords } from "@/service/traces/events/subscription-records";
import { countReviews } from "./count-reviews";

const KIND = "review_queue.done";

interface QueuePlace {
  readonly projectId: string;
  readonly queueId: string;
}

/**
 * Changes a queue or its items in one transaction. When that leaves nothing to review, the event of it is stored in the same
 * one.
 */
export async function changeQueue<Result>(
  state: ServiceState,
  place: QueuePlace,
  change: (transaction: ServiceState) => Promise<Result>,
): Promise<Result> {
  return await state.transaction().execute(async (transaction) => {
    const isWanted = (await new SubscriptionRecords(transaction).wanting(place.projectId, KIND)).length > 0;
    // Counting takes longer than a review.
    if (!isWanted) return await change(transaction);
    await lockQueue(transaction, place.queueId);
    const wasDone = (await itemsIfDone(transaction, place.queueId)) !== null;
    const result = await change(transaction);
    const itemCount = await itemsIfDone(transaction, place.queueId);
    if (!wasDone && itemCount !== null) await recordDone(transaction, place, itemCount);
    return result;
  });
}

/** Two reviewers who end the last two items at once would otherwise each see the item of the other waiting. */
async function lockQueue(transaction: ServiceState, queueId: string): Promise<void> {
  await transaction
    .updateTable("annotation_queue")
    .set(({ ref }) => ({ updated_at: ref("updated_at") }))
    .where("id", "=", queueId)
    .execute();
}

/** Returns the number of items of a queue whose items all have their reviews; null for any other. */
async function itemsIfDone(transaction: ServiceState, queueId: string): Promise<number | null> {
  const queue = await transaction
    .selectFrom("annotation_queue")
    .select(["assignees", "reviews_per_item"])
    .where("id", "=", queueId)
    .executeTakeFirst();
  if (queue === undefined) return null;
  const { total, reviewed } = await countReviews(transaction, queueId, queue);
  return total > 0 && reviewed === total ? total : null;
}

async function recordDone(transaction: ServiceState, { projectId, queueId }: QueuePlace, itemCount: number) {
  const { name } = await transaction
    .selectFrom("annotation_queue")
    .select("name")
    .where("id", "=", queueId)
    .executeTakeFirstOrThrow();
  await recordEvent(transaction, {
    // A queue to which items are added is done again.
    ...{ kind: KIND, event_id: uuid7(), project_id: projectId, name, at: new Date().toISOString() },
    sentence: `Review queue ${name} is done: ${itemCount} ${itemCount === 1 ? "item" : "items"}`,
    path: `r/queue/${encodeURIComponent(queueId)}`,
    subject: { review_queue: { id: queueId, item_count: itemCount } },
  });
}
