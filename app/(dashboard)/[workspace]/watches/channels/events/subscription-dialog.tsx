"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { CheckLine } from "@/components/form/check-line";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { EVENT_LABELS } from "@/components/watches/event-words";
import { subscriptionsQuery } from "@/components/watches/watches-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { EVENT_KINDS, type EventKind } from "@/lib/api/contract/watches/event-kinds";
import type { EventSubscription } from "@/lib/api/contract/watches/event-subscriptions";
import type { WatchChannel } from "@/lib/api/contract/watches/watch-channels";
import type { Workspace } from "@/lib/workspace/workspace";
import { draftOf, readSubscriptionDraft, type SubscriptionDraft } from "./subscription-draft";

type SubscriptionDialogProps = {
  workspace: Workspace;
  subscription: EventSubscription | null;
  channels: readonly WatchChannel[];
  onClose: () => void;
};

/** Creates a subscription to events, or changes one. */
export function SubscriptionDialog({ workspace, subscription, channels, onClose }: SubscriptionDialogProps) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const [draft, setDraft] = useState(() => draftOf(subscription, channels[0]?.id ?? ""));
  const set = (members: Partial<SubscriptionDraft>) => setDraft((before) => ({ ...before, ...members }));
  const { subscription: read, problems, isReady } = readSubscriptionDraft(draft, projectId);
  const change = useMutation({
    mutationFn: () => {
      const body = { project_id: projectId, subscription_id: subscription?.id ?? null, ...read };
      return callOperation(connectionId, "eventSubscriptions.save", { body });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: subscriptionsQuery(workspace).queryKey });
      onClose();
    },
  });
  const detail = change.error ? (failureOf(change.error).detail ?? []) : [];
  const errorAt = (member: string) => detail.find(({ loc }) => loc.includes(member))?.msg;
  const toggle = (kind: EventKind, isChosen: boolean) =>
    set({ kinds: isChosen ? [...draft.kinds, kind] : draft.kinds.filter((other) => other !== kind) });
  return (
    <FormDialog
      title={subscription === null ? "New subscription" : `Subscription ${subscription.name}`}
      description="A message is sent to the channel for each of these events, from now on."
      action="Save"
      change={change}
      isReady={isReady}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Field label="Name" error={errorAt("name")}>
        {(ids) => <Input {...ids} value={draft.name} onChange={(event) => set({ name: event.target.value })} />}
      </Field>
      <Field label="Channel" error={errorAt("channel_id")}>
        {(ids) => (
          <Select
            id={ids.id}
            label="Channel"
            value={draft.channelId}
            options={channels.map(({ id, name, is_on: isOn }) => ({ value: id, label: isOn ? name : `${name} (off)` }))}
            onChange={(channelId) => set({ channelId })}
          />
        )}
      </Field>
      <fieldset className="grid gap-1">
        <legend className="pb-1 text-micro font-medium text-ink-3">Events</legend>
        <div className="grid grid-cols-2 gap-x-5 gap-y-1 max-md:grid-cols-1">
          {EVENT_KINDS.map((kind) => (
            <CheckLine
              key={kind}
              label={EVENT_LABELS[kind]}
              isOn={draft.kinds.includes(kind)}
              onChange={(isChosen) => toggle(kind, isChosen)}
            />
          ))}
        </div>
      </fieldset>
      {draft.kinds.includes("call.failed") ? (
        <>
          <Field
            label="Failed calls that match"
            error={problems[0]?.message ?? errorAt("query") ?? errorAt("filter")}
            hint="As in the query box of Traces. Empty for all"
          >
            {(ids) => (
              <Input
                {...ids}
                isMono
                autoComplete="off"
                placeholder="op:answer source:production"
                value={draft.query}
                onChange={(event) => set({ query: event.target.value })}
              />
            )}
          </Field>
          <CheckLine
            label="Only calls without a parent"
            isOn={draft.areRootsOnly}
            onChange={(areRootsOnly) => set({ areRootsOnly })}
          />
        </>
      ) : null}
      <CheckLine label="On" isOn={draft.isOn} onChange={(isOn) => set({ isOn })} />
    </FormDialog>
  );
}
