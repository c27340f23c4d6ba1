"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MoreHorizontal } from "lucide-react";
import { deliveriesQuery } from "@/app/(dashboard)/[workspace]/watches/channels/events/deliveries-query";
import { RuledTable, RuledTableCell, RuledTableHead } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { callOperation } from "@/lib/api/client/service-client";
import type { WatchChannel } from "@/lib/api/contract/watches/watch-channels";
import type { Workspace } from "@/lib/workspace/workspace";

const KINDS: Readonly<Record<WatchChannel["kind"], string>> = {
  webhook: "Webhook",
  slack: "Slack",
  teams: "Teams",
  email: "Email",
};

type ChannelsTableProps = {
  workspace: Workspace;
  channels: readonly WatchChannel[];
  isMember: boolean;
  isAdmin: boolean;
  onEdit: (channel: WatchChannel) => void;
  onDelete: (channel: WatchChannel) => void;
};

/** Channels with where they lead to and what they are told. */
export function ChannelsTable({ channels, ...rest }: ChannelsTableProps) {
  return (
    <RuledTable label="Channels" className="border-t border-line">
      <RuledTableHead columns={["Channel", "Kind", "Address", "Told of"]} hasActions />
      <tbody>
        {channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} {...rest} />
        ))}
      </tbody>
    </RuledTable>
  );
}

function ChannelRow({
  workspace,
  channel,
  isMember,
  isAdmin,
  onEdit,
  onDelete,
}: Omit<ChannelsTableProps, "channels"> & { channel: WatchChannel }) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const test = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "watchChannels.test", { body: { project_id: projectId, channel_id: channel.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesQuery(workspace).queryKey }),
  });
  const { name, kind } = channel;
  const told = [
    "firing",
    ...(channel.sends_resolved ? ["resolved"] : []),
    ...(channel.sends_no_data ? ["no data"] : []),
  ];
  const tested = test.data?.delivery;
  return (
    <tr className="align-top hover:bg-hover">
      <RuledTableCell className="max-w-72 py-2.5 font-medium whitespace-normal [overflow-wrap:anywhere]">
        {name}
        {channel.is_on ? null : <span className="font-normal text-ink-3"> (off)</span>}
      </RuledTableCell>
      <RuledTableCell className="py-2.5">
        {KINDS[kind]}
        {channel.has_secret ? <span className="text-ink-3">, signed</span> : null}
      </RuledTableCell>
      <RuledTableCell className="py-2.5">
        <span className="text-code whitespace-normal [overflow-wrap:anywhere]">
          {kind === "email" ? channel.origin.replace(/^mailto:/, "").replaceAll(",", ", ") : channel.origin}
        </span>
        {channel.address === "set" ? null : <p className="text-micro text-warn">enter the address again</p>}
      </RuledTableCell>
      <RuledTableCell className="py-2.5">{told.join(", ")}</RuledTableCell>
      <RuledTableCell className="py-1.5">
        <span className="flex flex-wrap items-center justify-end gap-1">
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
              aria-label={`Send a test to ${name}`}
              onClick={() => test.mutate()}
            >
              Send test
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
              <MenuItem onSelect={() => onEdit(channel)}>Edit…</MenuItem>
              <MenuItem onSelect={() => onDelete(channel)}>Delete…</MenuItem>
            </Menu>
          ) : null}
        </span>
      </RuledTableCell>
    </tr>
  );
}
