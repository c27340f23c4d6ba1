import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { isQueueSortField } from "@/service/evaluation/annotation-queues/queue-records";
import { pageOf } from "@/service/kernel/checks/page-limits";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";

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
