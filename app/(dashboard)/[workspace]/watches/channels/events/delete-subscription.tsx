"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { subscriptionsQuery } from "@/components/watches/watches-query";
import { callOperation } from "@/lib/api/client/service-client";
import type { EventSubscription } from "@/lib/api/contract/watches/event-subscriptions";
import type { Workspace } from "@/lib/workspace/workspace";
import { deliveriesQuery } from "./deliveries-query";

type DeleteSubscriptionProps = { workspace: Workspace; subscription: EventSubscription; onClose: () => void };

/** Asks before a subscription is deleted. */
export function DeleteSubscription({ workspace, subscription, onClose }: DeleteSubscriptionProps) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const change = useMutation({
    mutationFn: () => {
      const body = { project_id: projectId, subscription_id: subscription.id };
      return callOperation(connectionId, "eventSubscriptions.delete", { body });
    },
    onSuccess: async () => {
      await Promise.all(
        [subscriptionsQuery(workspace), deliveriesQuery(workspace)].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${subscription.name}?`}
      description="Its deliveries are deleted, and what waits is not sent. This cannot be undone."
      action="Delete"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  );
}
