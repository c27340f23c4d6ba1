"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { reviewKey } from "@/components/review/use-queues";
import { useToast } from "@/components/ui/toast";
import { callOperation } from "@/lib/api/client/service-client";
import type { AnnotationQueue } from "@/lib/api/contract/feedback/annotation-queues";
import type { Workspace } from "@/lib/workspace/workspace";

type DeleteQueueProps = { workspace: Workspace; queue: AnnotationQueue; onClose: () => void };

/** Asks for confirmation, deletes a queue and opens the list of queues. */
export function DeleteQueue({ workspace, queue, onClose }: DeleteQueueProps) {
  const { connectionId, projectId, slug } = workspace;
  const queries = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const change = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "annotationQueues.delete", {
        params: { queue_id: queue.id },
        query: { project_id: projectId },
      }),
    onSuccess: () => {
      toast("Review queue deleted");
      router.push(`/${slug}/review`);
      // Only the lists: a request for this page's own queue, which is deleted, would fail.
      for (const part of ["queues", "stats"])
        void queries.invalidateQueries({ queryKey: [...reviewKey(connectionId, projectId), part] });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${queue.name}?`}
      description="Deletes the queue with its list of items. The answers of its reviewers stay as feedback of the calls and threads. This cannot be undone."
      action="Delete"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  );
}
