import type { Selectable } from "kysely";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";

/** Counts the items of a queue, the reviews that have ended, and the items that have all that they need. */
export async function countReviews(
  state: ServiceState,
  queueId: string,
  queue: Pick<Selectable<StateSchema["annotation_queue"]>, "assignees" | "reviews_per_item">,
) {
  const { total } = await state
    .selectFrom("annotation_item")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where("queue_id", "=", queueId)
    .executeTakeFirstOrThrow();
  const done = await state
    .selectFrom("annotation_progress")
    .innerJoin("annotation_item", "annotation_item.id", "annotation_progress.item_id")
    .select(["annotation_progress.item_id", "annotation_progress.user_id"])
    .where("annotation_item.queue_id", "=", queueId)
    .where("annotation_progress.state", "in", ["completed", "skipped"])
    .execute();
  const byItem = new Map<string, number>();
  for (const { item_id } of done) byItem.set(item_id, (byItem.get(item_id) ?? 0) + 1);
  const assigned = (JSON.parse(queue.assignees) as string[]).length;
  const needed = queue.reviews_per_item ?? Math.max(1, assigned);
  const reviewed = [...byItem.values()].filter((count) => count >= needed).length;
  return { total: Number(total), completed: byItem.size, reviewed, done };
}
