"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { channelsQuery } from "@/components/watches/watches-query";
import { WatchesTabs } from "@/components/watches/watches-tabs";
import { failureOf } from "@/lib/api/client/request-failure";
import type { WatchChannel } from "@/lib/api/contract/watches/watch-channels";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { ChannelsTable } from "./channels-table";
import { DeliveriesPart } from "./deliveries-part";

const ChannelDialog = openedLater(async () => (await import("./channel-dialog")).ChannelDialog);
const SubscriptionsPart = partLoadedLater(
  async () =>
    (await import("@/app/(dashboard)/[workspace]/watches/channels/events/subscriptions-part")).SubscriptionsPart,
);
const DeleteChannel = openedLater(async () => (await import("./delete-channel")).DeleteChannel);

type Opened =
  | { readonly kind: "edit"; readonly channel: WatchChannel | null }
  | { readonly kind: "delete"; readonly channel: WatchChannel };

/** The channels of a workspace, and what was sent to them. */
export function ChannelsView() {
  return <WorkspaceGate>{(workspace) => <ChannelsPane key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function ChannelsPane({ workspace }: { workspace: Workspace }) {
  const isAdmin = useHasRole("admin") === true;
  const isMember = useHasRole("member") === true;
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useQuery(channelsQuery(workspace));
  const channels = list.data?.channels ?? [];
  const failure = list.error ? failureOf(list.error) : null;
  const isUnsupported = failure?.kind === "unsupported";
  const create = (labelClass?: string) => (
    <Button size="small" onClick={() => setOpened({ kind: "edit", channel: null })}>
      <Plus size={13} strokeWidth={1.7} aria-hidden="true" />
      <span className={labelClass}>New channel</span>
    </Button>
  );
  return (
    <>
      <PageHead title="Watches">
        <WatchesTabs slug={workspace.slug} current="channels" />
        <span className="ml-auto">{isAdmin && !isUnsupported ? create("max-md:sr-only") : null}</span>
      </PageHead>
      {list.isPending ? <ProgressBar label="Loading channels" /> : null}
      {isUnsupported ? (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="channels of watches"
          operation="watchChannels.list"
          onRetry={() => void list.refetch()}
        >
          .
        </UnsupportedState>
      ) : failure && channels.length === 0 ? (
        <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.isPending ? null : channels.length === 0 ? (
        <PaneState kind="empty" title="No channel yet" actions={isAdmin ? create() : undefined}>
          A channel is where messages of watches and of other events are sent: a webhook of yours, Slack, Microsoft
          Teams or email.
          {isAdmin ? "" : " Creating one needs the admin role."}
        </PaneState>
      ) : (
        <div className="min-h-0 flex-1 overflow-auto">
          <ChannelsTable
            workspace={workspace}
            channels={channels}
            isMember={isMember}
            isAdmin={isAdmin}
            onEdit={(channel) => setOpened({ kind: "edit", channel })}
            onDelete={(channel) => setOpened({ kind: "delete", channel })}
          />
          <SubscriptionsPart workspace={workspace} channels={channels} isMember={isMember} isAdmin={isAdmin} />
          <DeliveriesPart workspace={workspace} channels={channels} isMember={isMember} />
        </div>
      )}
      <PageFoot>
        <span>{countOf(channels.length, "channel")}</span>
        <span className="max-md:hidden">
          Addresses and secrets stay in the service. Deliveries are kept for 30 days.
        </span>
        {failure && channels.length > 0 ? (
          <span className="text-warn">could not refresh: {failure.message}</span>
        ) : null}
      </PageFoot>
      {opened?.kind === "edit" ? (
        <ChannelDialog workspace={workspace} channel={opened.channel} onClose={() => setOpened(null)} />
      ) : null}
      {opened?.kind === "delete" ? (
        <DeleteChannel workspace={workspace} channel={opened.channel} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}
