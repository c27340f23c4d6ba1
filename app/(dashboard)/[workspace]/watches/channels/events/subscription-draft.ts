import { EVENT_KINDS, type EventKind } from "@/lib/api/contract/watches/event-kinds";
import type { EventSubscription } from "@/lib/api/contract/watches/event-subscriptions";
import { compileSelection } from "@/lib/calls/calls-query";

/** A subscription while it is edited. */
export interface SubscriptionDraft {
  readonly name: string;
  readonly kinds: readonly EventKind[];
  readonly channelId: string;
  /** The text of the query box: which failed calls. */
  readonly query: string;
  readonly areRootsOnly: boolean;
  readonly isOn: boolean;
}

const NEW_SUBSCRIPTION: SubscriptionDraft = {
  ...{ name: "", kinds: ["call.failed"], channelId: "", query: "", areRootsOnly: true, isOn: true },
};

/** Returns the draft of a subscription; of a new one that is sent to a channel when it is null. */
export function draftOf(subscription: EventSubscription | null, channelId: string): SubscriptionDraft {
  if (subscription === null) return { ...NEW_SUBSCRIPTION, channelId };
  const { name, kinds, channel_id, query_text: query, filter, is_on: isOn } = subscription;
  return { name, kinds, channelId: channel_id, query, areRootsOnly: filter.trace_roots_only === true, isOn };
}

/** Returns what is sent for a draft, in the order of all events, and the terms of its query that cannot be read. */
export function readSubscriptionDraft(draft: SubscriptionDraft, projectId: string) {
  const isOfCalls = draft.kinds.includes("call.failed");
  const query = isOfCalls ? draft.query.trim() : "";
  const selection = compileSelection({
    ...{ projectId, query, areRootsOnly: isOfCalls && draft.areRootsOnly, fromMs: null, toMs: null },
  });
  const subscription = {
    name: draft.name.trim(),
    kinds: EVENT_KINDS.filter((kind) => draft.kinds.includes(kind)),
    channel_id: draft.channelId,
    query_text: query,
    filter: selection.filter,
    query: selection.query ?? null,
    is_on: draft.isOn,
  };
  const { problems } = selection;
  const isReady = subscription.name !== "" && subscription.kinds.length > 0 && problems.length === 0;
  return { subscription, problems, isReady: isReady && draft.channelId !== "" };
}
