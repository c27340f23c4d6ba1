import { useEffect, useRef } from "react";
import { callOperation } from "@/lib/api/client/service-client";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import type { Workspace } from "@/lib/workspace/workspace";

/**
 * Claims an item whose number of reviews is limited, so that no one else is shown it meanwhile. Returns the request, which
 * never fails.
 */
export function useClaim(
  { connectionId, projectId }: Workspace,
  queue: AnnotationQueue,
  item: QueueItem,
  canWrite: boolean,
) {
  const mustClaim = canWrite && queue.reviews_per_item != null && item.annotation_state === "unstarted";
  const { id } = item;
  const claimed = useRef<Promise<unknown>>(Promise.resolve());
  // The outside system is the service, which shows the claim to other reviewers.
  useEffect(() => {
    if (!mustClaim) return;
    const params = { queue_id: queue.id, item_id: id };
    const body = { project_id: projectId, annotation_state: "in_progress" as const };
    // Without a claim two people may review the item, which loses nothing.
    claimed.current = callOperation(connectionId, "annotationQueues.progress", { params, body }).catch(() => undefined);
  }, [mustClaim, connectionId, projectId, queue.id, id]);
  return claimed;
}
