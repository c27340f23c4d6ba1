import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import type { InputOf } from "@/lib/api/contract/operations";
import type { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { pageOf } from "@/service/kernel/checks/page-limits";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler, HandlerContext } from "@/service/traces/handlers/handler";
import { readReviewedSubjects } from "@/service/traces/store/calls/reviewed-calls";

type ItemsFilter = NonNullable<InputOf<"annotationQueues.items">["body"]["filter"]>;

const SORT_FIELDS = ["created_at", "updated_at", "call_started_at", "call_op_name", "annotation_state"] as const;

/** Returns the items of a queue that match; their positions are those in the whole queue. */
export function queryItemsHandler({ queues, items }: AnnotationQueues): Handler<"annotationQueues.items"> {
  return async ({ params, body }, context) => {
    const queue = await queues.find(body.project_id, params.queue_id);
    const { limit, offset } = pageOf(body);
    const all = await items.list(body.project_id, queue.id, context.identity.userId);
    const matching = sorted(all.filter(matches(body.filter ?? {})), body.sort_by ?? []);
    const page = matching.slice(offset, limit === null ? undefined : offset + limit);
    const missing = await missingCalls(context, body.project_id, page);
    return {
      items: page.map(({ position_in_queue, ...item }) => ({
        ...item,
        is_missing: missing.has(item.call_id),
        ...(body.include_position ? { position_in_queue } : {}),
      })),
    };
  };
}

function matches(filter: ItemsFilter): (item: QueueItem) => boolean {
  return (item) =>
    (filter.call_id == null || item.call_id === filter.call_id) &&
    (filter.call_op_name == null || item.call_op_name === filter.call_op_name) &&
    (filter.call_trace_id == null || item.call_trace_id === filter.call_trace_id) &&
    (filter.added_by == null || item.added_by === filter.added_by) &&
    (filter.annotation_states == null || filter.annotation_states.includes(item.annotation_state));
}

function sorted(
  items: readonly QueueItem[],
  order: readonly { readonly field: string; readonly direction: "asc" | "desc" }[],
): readonly QueueItem[] {
  const terms = order.map(({ field, direction }) => {
    const known = SORT_FIELDS.find((each) => each === field);
    if (known === undefined) throw new InvalidRequestError(`Items cannot be sorted by ${field}.`);
    return { field: known, sign: direction === "asc" ? 1 : -1 };
  });
  if (terms.length === 0) return items;
  return [...items].sort((left, right) => {
    for (const { field, sign } of terms) {
      const [a, b] = [left[field] ?? "", right[field] ?? ""];
      if (a !== b) return a < b ? -sign : sign;
    }
    return 0;
  });
}

/** The calls of these items that were deleted since they were added. A thread is there while its first call is. */
async function missingCalls(
  { store, signal }: HandlerContext,
  projectId: string,
  items: readonly QueueItem[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(items.map(({ call_id }) => call_id))];
  if (ids.length === 0) return new Set();
  const stored = await readReviewedSubjects(store, projectId, "call", ids, signal);
  return new Set(ids.filter((id) => !stored.has(id)));
}
