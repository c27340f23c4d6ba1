import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { checkRubricRefs } from "@/service/evaluation/annotation-queues/rubric-refs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Creates an empty queue. */
export function createQueueHandler({ queues }: AnnotationQueues): Handler<"annotationQueues.create"> {
  return async ({ body }, { identity }) => {
    checkRubricRefs(body.project_id, body.scorer_refs);
    const settings = {
      name: body.name,
      description: body.description,
      scorerRefs: body.scorer_refs,
      assignees: body.assignees ?? [],
      reviewsPerItem: body.reviews_per_item ?? null,
    };
    return { id: await queues.add(body.project_id, settings, identity.userId) };
  };
}
