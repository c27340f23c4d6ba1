"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { FailureState } from "@/components/state/failure-state";
import { RuledTable, RuledTableHead } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress-bar";
import { subscriptionsQuery } from "@/components/watches/watches-query";
import { failureOf } from "@/lib/api/client/request-failure";
import type { EventSubscription } from "@/lib/api/contract/watches/event-subscriptions";
import type { WatchChannel } from "@/lib/api/contract/watches/watch-channels";
import { guideHref } from "@/lib/guide/guides";
import type { Workspace } from "@/lib/workspace/workspace";
import { SubscriptionRow } from "./subscription-row";

const SubscriptionDialog = openedLater(async () => (await import("./subscription-dialog")).SubscriptionDialog);
const DeleteSubscription = openedLater(async () => (await import("./delete-subscription")).DeleteSubscription);

type Opened =
  | { readonly kind: "edit"; readonly subscription: EventSubscription | null }
  | { readonly kind: "delete"; readonly subscription: EventSubscription };

type SubscriptionsPartProps = {
  workspace: Workspace;
  channels: readonly WatchChannel[];
  isMember: boolean;
  isAdmin: boolean;
};

/** Which events are sent to the channels. */
export function SubscriptionsPart({ workspace, channels, isMember, isAdmin }: SubscriptionsPartProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useQuery(subscriptionsQuery(workspace));
  const subscriptions = list.data?.subscriptions ?? [];
  const failure = list.error ? failureOf(list.error) : null;
  // The other parts of the page work without it.
  const isUnsupported = failure?.kind === "unsupported";
  const close = () => setOpened(null);
  return (
    <div>
      <div className="flex min-h-[42px] items-center gap-2 px-4 max-md:px-3">
        <h2 className="font-semibold">Subscriptions</h2>
        <Link href={guideHref("events")} className="text-small text-accent-text hover:underline">
          Guide
        </Link>
        {isAdmin && list.data ? (
          <Button size="small" className="ml-auto" onClick={() => setOpened({ kind: "edit", subscription: null })}>
            <Plus size={13} strokeWidth={1.7} aria-hidden="true" />
            New subscription
          </Button>
        ) : null}
      </div>
      {list.isPending ? <ProgressBar label="Loading subscriptions" /> : null}
      {isUnsupported ? (
        <p className="px-4 pb-3 text-small text-ink-3 max-md:px-3">
          This service sends messages of watches only, not for other events.
        </p>
      ) : failure && subscriptions.length === 0 ? (
        <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : list.data && subscriptions.length === 0 ? (
        <p className="px-4 pb-3 text-small text-ink-3 max-md:px-3">
          No subscription yet. One sends a message for each event, such as a failed call or the end of an evaluation.
          {isAdmin ? "" : " Creating one needs the admin role."}
        </p>
      ) : subscriptions.length === 0 ? null : (
        <RuledTable label="Subscriptions" className="border-t border-line">
          <RuledTableHead columns={["Subscription", "Events", "Channel"]} hasActions />
          <tbody>
            {subscriptions.map((subscription) => (
              <SubscriptionRow
                key={subscription.id}
                workspace={workspace}
                subscription={subscription}
                channelName={channels.find(({ id }) => id === subscription.channel_id)?.name}
                isMember={isMember}
                isAdmin={isAdmin}
                onEdit={() => setOpened({ kind: "edit", subscription })}
                onDelete={() => setOpened({ kind: "delete", subscription })}
              />
            ))}
          </tbody>
        </RuledTable>
      )}
      {failure && subscriptions.length > 0 ? (
        <p className="px-4 py-2 text-small text-warn max-md:px-3">could not refresh: {failure.message}</p>
      ) : null}
      {opened?.kind === "edit" ? (
        <SubscriptionDialog
          workspace={workspace}
          subscription={opened.subscription}
          channels={channels}
          onClose={close}
        />
      ) : null}
      {opened?.kind === "delete" ? (
        <DeleteSubscription workspace={workspace} subscription={opened.subscription} onClose={close} />
      ) : null}
    </div>
  );
}
