import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { checkRubricRefs } from "@/service/evaluation/annotation-queues/rubric-refs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Changes the members that the request contains. */
export function updateQueueHandler({ queues }: AnnotationQueues): Handler<"annotationQueues.update"> {
  return async ({ params, body }) => {
    const { project_id, name, description, scorer_refs, assignees } = body;
    if (scorer_refs) checkRubricRefs(project_id, scorer_refs);
    const queue = await queues.update(project_id, params.queue_id, {
      ...(name == null ? {} : { name }),
      ...(description == null ? {} : { description }),
      ...(scorer_refs == null ? {} : { scorerRefs: scorer_refs }),
      ...(assignees == null ? {} : { assignees }),
    });
    return { queue };
  };
}
