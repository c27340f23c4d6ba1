import type { AnnotationQueues } from "@/service/annotation-queues/annotation-queues";
import type { Handler } from "@/service/handlers/handler";

/** Returns a queue. */
export function readQueueHandler({ queues }: AnnotationQueues): Handler<"annotationQueues.read"> {
  return async ({ params, query }) => ({ queue: await queues.find(query.project_id, params.queue_id) });
}
