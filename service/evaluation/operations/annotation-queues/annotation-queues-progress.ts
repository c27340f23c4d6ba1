import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import type { Handler } from "@/service/traces/handlers/handler";

/** Sets the state of an item for the caller, or for the reviewer whose review is imported. */
export function setProgressHandler({ queues, items }: AnnotationQueues): Handler<"annotationQueues.progress"> {
  return async ({ params, body }, { identity }) => {
    const queue = await queues.find(body.project_id, params.queue_id);
    const place = {
      projectId: body.project_id,
      queueId: queue.id,
      itemId: params.item_id,
      userId: body.user_id ?? identity.userId,
    };
    return { item: await items.setState(place, body.annotation_state) };
  };
}
