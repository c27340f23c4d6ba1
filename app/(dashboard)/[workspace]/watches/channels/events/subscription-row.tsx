"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MoreHorizontal } from "lucide-react";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { EVENT_LABELS } from "@/components/watches/event-words";
import { callOperation } from "@/lib/api/client/service-client";
import type { EventSubscription } from "@/lib/api/contract/watches/event-subscriptions";
import type { Workspace } from "@/lib/workspace/workspace";
import { deliveriesQuery } from "./deliveries-query";

type SubscriptionRowProps = {
  workspace: Workspace;
  subscription: EventSubscription;
  /** Undefined where the channel is not known. */
  channelName: string | undefined;
  isMember: boolean;
  isAdmin: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** A subscription with its events and its channel. */
export function SubscriptionRow({
  workspace,
  subscription,
  channelName,
  isMember,
  isAdmin,
  onEdit,
  onDelete,
}: SubscriptionRowProps) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const { id, name, kinds, query_text: query, problem } = subscription;
  const test = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "eventSubscriptions.test", { body: { project_id: projectId, subscription_id: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesQuery(workspace).queryKey }),
  });
  const tested = test.data?.delivery;
  return (
    <tr className="align-top hover:bg-hover">
      <RuledTableCell className="max-w-72 min-w-32 py-2.5 font-medium whitespace-normal [overflow-wrap:anywhere]">
        {name}
        {subscription.is_on ? null : <span className="font-normal text-ink-3"> (off)</span>}
        {problem === null ? null : (
          <p className="text-micro font-normal text-err">calls could not be read: {problem}</p>
        )}
      </RuledTableCell>
      <RuledTableCell className="max-w-96 min-w-52 py-2.5 whitespace-normal">
        {kinds.map((kind) => EVENT_LABELS[kind] ?? kind).join(", ")}
        {query === "" ? null : (
          <p className="text-micro text-ink-3">
            failed calls: <span className="text-code [overflow-wrap:anywhere]">{query}</span>
          </p>
        )}
      </RuledTableCell>
      <RuledTableCell className="py-2.5">{channelName ?? "–"}</RuledTableCell>
      <RuledTableCell className="py-1.5">
        <span className="flex items-center justify-end gap-1">
          <span role="status" className={tested?.state === "sent" ? "text-micro text-ok" : "text-micro text-err"}>
            {test.error
              ? `not sent: ${test.error.message}`
              : tested
                ? `${tested.state === "sent" ? "arrived" : "not delivered"}: ${tested.status ?? tested.answer}`
                : null}
          </span>
          {isMember ? (
            <Button
              size="small"
              isBusy={test.isPending}
              aria-label={`Send an example to ${name}`}
              onClick={() => test.mutate()}
            >
              Send example
            </Button>
          ) : null}
          {isAdmin ? (
            <Menu
              label={`Actions for ${name}`}
              align="end"
              trigger={
                <Button kind="ghost" size="icon-small" aria-label={`Actions for ${name}`}>
                  <MoreHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
                </Button>
              }
            >
              <MenuItem onSelect={onEdit}>Edit…</MenuItem>
              <MenuItem onSelect={onDelete}>Delete…</MenuItem>
            </Menu>
          ) : null}
        </span>
      </RuledTableCell>
    </tr>
  );
}
