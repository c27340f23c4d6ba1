"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { reviewKey } from "@/components/review/use-queues";
import { callOperation } from "@/lib/api/client/service-client";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import type { Workspace } from "@/lib/workspace/workspace";

type RemoveItemProps = {
  workspace: Workspace;
  queue: AnnotationQueue;
  item: QueueItem;
  /** Called before the list without it is loaded. */
  onRemoved: () => void;
  onClose: () => void;
};

/** Asks for confirmation and removes an item from a queue. */
export function RemoveItem({ workspace, queue, item, onRemoved, onClose }: RemoveItemProps) {
  const { connectionId, projectId } = workspace;
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "annotationQueues.removeItem", {
        params: { queue_id: queue.id, item_id: item.id },
        query: { project_id: projectId },
      }),
    onSuccess: async () => {
      onRemoved();
      onClose();
      await queries.invalidateQueries({ queryKey: reviewKey(connectionId, projectId) });
    },
  });
  return (
    <ConfirmDialog
      title="Remove this item from the queue?"
      description={`Reviewers of this queue no longer see this ${item.kind === "thread" ? "thread" : "call"}. Existing answers stay as its feedback, and you can add it again.`}
      action="Remove"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  );
}
