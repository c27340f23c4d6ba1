import type { AnnotationQueues } from "@/service/annotation-queues/annotation-queues";
import { isQueueSortField } from "@/service/annotation-queues/queue-records";
import { pageOf } from "@/service/checks/page-limits";
import { InvalidRequestError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";

/** Lists the queues of a project. */
export function queryQueuesHandler({ queues }: AnnotationQueues): Handler<"annotationQueues.query"> {
  return async function* ({ body }) {
    const order = (body.sort_by ?? []).map(({ field, direction }) => {
      if (!isQueueSortField(field)) throw new InvalidRequestError(`Queues cannot be sorted by ${field}.`);
      return { field, direction };
    });
    yield* await queues.list(body.project_id, { name: body.name ?? null, order, ...pageOf(body) });
  };
}
