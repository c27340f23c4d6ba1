import { MAX_ADDED_ITEMS } from "@/lib/api/contract/feedback/annotation-queues";
import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import type { AddedSubject } from "@/service/evaluation/annotation-queues/item-records";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler, HandlerContext } from "@/service/traces/handlers/handler";
import { readReviewedSubjects } from "@/service/traces/store/calls/reviewed-calls";

/** Unknown ids that an error names. */
const MAX_NAMED_IDS = 3;

/** Adds calls and threads, all or none. */
export function addItemsHandler({ queues, items }: AnnotationQueues): Handler<"annotationQueues.addItems"> {
  return async ({ params, body }, context) => {
    const queue = await queues.find(body.project_id, params.queue_id);
    const callIds = [...new Set(body.call_ids)];
    const threadIds = [...new Set(body.thread_ids ?? [])];
    const count = callIds.length + threadIds.length;
    if (count === 0) throw new InvalidRequestError("call_ids or thread_ids must name what to add.");
    if (count > MAX_ADDED_ITEMS)
      throw new InvalidRequestError(`At most ${MAX_ADDED_ITEMS} items can be added at once.`);
    const subjects = [
      ...(await found(context, body.project_id, "call", callIds)),
      ...(await found(context, body.project_id, "thread", threadIds)),
    ];
    const added = await items.add(queue.id, subjects, {
      displayFields: body.display_fields,
      userId: context.identity.userId,
    });
    return { added_count: added, duplicates: count - added };
  };
}

/** @throws InvalidRequestError naming ids that are not stored */
async function found(
  { store, signal }: HandlerContext,
  projectId: string,
  kind: AddedSubject["kind"],
  ids: readonly string[],
): Promise<AddedSubject[]> {
  if (ids.length === 0) return [];
  const stored = await readReviewedSubjects(store, projectId, kind, ids, signal);
  const missing = ids.filter((id) => !stored.has(id));
  if (missing.length > 0) {
    const named = missing.slice(0, MAX_NAMED_IDS).join(", ");
    const more = missing.length > MAX_NAMED_IDS ? ` and ${missing.length - MAX_NAMED_IDS} more` : "";
    throw new InvalidRequestError(`${kind}_ids: not found in this project: ${named}${more}. Nothing was added.`);
  }
  return ids.flatMap((id) => {
    const subject = stored.get(id);
    return subject ? [{ ...subject, kind }] : [];
  });
}
