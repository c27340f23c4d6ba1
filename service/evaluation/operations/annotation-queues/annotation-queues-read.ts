import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import type { Handler } from "@/service/traces/handlers/handler";

/** Returns a queue. */
export function readQueueHandler({ queues }: AnnotationQueues): Handler<"annotationQueues.read"> {
  return async ({ params, query }) => ({ queue: await queues.find(query.project_id, params.queue_id) });
}
