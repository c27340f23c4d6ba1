import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import type { Handler } from "@/service/traces/handlers/handler";

/** Deletes a queue; the answers of its reviewers stay. */
export function deleteQueueHandler({ queues }: AnnotationQueues): Handler<"annotationQueues.delete"> {
  return async ({ params, query }) => ({ queue: await queues.remove(query.project_id, params.queue_id) });
}
