"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { channelsQuery } from "@/components/watches/watches-query";
import { callOperation } from "@/lib/api/client/service-client";
import type { WatchChannel } from "@/lib/api/contract/watches/watch-channels";
import type { Workspace } from "@/lib/workspace/workspace";

type DeleteChannelProps = { workspace: Workspace; channel: WatchChannel; onClose: () => void };

/** Asks before a channel is deleted. */
export function DeleteChannel({ workspace, channel, onClose }: DeleteChannelProps) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const change = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "watchChannels.delete", { body: { project_id: projectId, channel_id: channel.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: channelsQuery(workspace).queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${channel.name}?`}
      description="Watches no longer tell it, and its subscriptions and deliveries are deleted. This cannot be undone."
      action="Delete"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  );
}
