import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import type { Handler } from "@/service/traces/handlers/handler";

/** Counts the items of queues. */
export function readQueuesStatsHandler({ queues }: AnnotationQueues): Handler<"annotationQueues.stats"> {
  return async ({ body }, { identity }) => ({
    stats: await queues.stats(body.project_id, body.queue_ids, identity.userId),
  });
}
