import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import type { Handler } from "@/service/traces/handlers/handler";

/** Removes an item from its queue; its answers stay. */
export function removeItemHandler({ queues, items }: AnnotationQueues): Handler<"annotationQueues.removeItem"> {
  return async ({ params, query }, { identity }) => {
    const queue = await queues.find(query.project_id, params.queue_id);
    const place = {
      projectId: query.project_id,
      queueId: queue.id,
      itemId: params.item_id,
      userId: identity.userId,
    };
    return { item: await items.remove(place) };
  };
}
