import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import {
  eventSubscription,
  eventSubscriptionById,
  eventSubscriptionSave,
  eventSubscriptionsList,
} from "./event-subscriptions";
import { channelDeleted, deliveryResult } from "./watch-channels";
import { watchesOfProject } from "./watches";

const PROJECT_ID = "demo/airline";
const CHANNEL_ID = "019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b33";
const SUBSCRIPTION_ID = "019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b34";

const SETTINGS = {
  name: "Failed answers",
  kinds: ["call.failed" as const, "evaluation.ended" as const],
  channel_id: CHANNEL_ID,
  query_text: "op:answer",
  filter: { op_names: ["weave:///demo/airline/op/answer:*"] },
};

const SUBSCRIPTION = {
  id: SUBSCRIPTION_ID,
  ...SETTINGS,
  query: null,
  is_on: true,
  problem: null,
  created_at: "2026-11-20T11:00:00.000Z",
  created_by: "ada",
  updated_at: "2026-11-20T11:00:00.000Z",
};

const DELIVERY = {
  id: "msg_8f14e45fceea167a5a36dedd4bea2543",
  channel_id: CHANNEL_ID,
  watch_id: null,
  subscription_id: SUBSCRIPTION_ID,
  subject: "Failed answers",
  kind: "test" as const,
  state: "sent" as const,
  tries: 1,
  created_at: "2026-11-20T11:20:00.000Z",
  next_at: null,
  ended_at: "2026-11-20T11:20:00.184Z",
  status: 200,
  answer: "ok",
  duration_ms: 184,
};

/** Subscriptions: which events are sent to a channel. */
export const eventSubscriptionOperations = {
  "eventSubscriptions.list": defineOperation({
    id: "eventSubscriptions.list",
    title: "Subscriptions to events",
    summary: "Lists which events of a project are sent to its channels.",
    path: "/event_subscriptions/list",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: watchesOfProject },
    result: { kind: "json", schema: eventSubscriptionsList },
    standing: "extension",
    gaps: ["watches"],
    example: { body: { project_id: PROJECT_ID }, result: { subscriptions: [SUBSCRIPTION] } },
  }),
  "eventSubscriptions.save": defineOperation({
    id: "eventSubscriptions.save",
    title: "Save a subscription",
    summary: "Creates a subscription to events, or changes one. Events from then on are sent.",
    path: "/event_subscriptions/save",
    auth: "basic",
    effect: "write",
    role: "admin",
    scope: "admin",
    body: { kind: "json", schema: eventSubscriptionSave },
    result: { kind: "json", schema: eventSubscription },
    standing: "extension",
    gaps: ["watches"],
    example: { body: { project_id: PROJECT_ID, ...SETTINGS }, result: SUBSCRIPTION },
  }),
  "eventSubscriptions.test": defineOperation({
    id: "eventSubscriptions.test",
    title: "Test a subscription",
    summary: "Sends an example of its first event, marked as a test, and returns the answer.",
    path: "/event_subscriptions/test",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: eventSubscriptionById },
    result: { kind: "json", schema: deliveryResult },
    standing: "extension",
    gaps: ["watches"],
    example: { body: { project_id: PROJECT_ID, subscription_id: SUBSCRIPTION_ID }, result: { delivery: DELIVERY } },
  }),
  "eventSubscriptions.delete": defineOperation({
    id: "eventSubscriptions.delete",
    title: "Delete a subscription",
    summary: "Deletes a subscription with its deliveries. What waits is not sent.",
    path: "/event_subscriptions/delete",
    auth: "basic",
    effect: "write",
    role: "admin",
    scope: "admin",
    body: { kind: "json", schema: eventSubscriptionById },
    result: { kind: "json", schema: channelDeleted },
    standing: "extension",
    gaps: ["watches"],
    example: { body: { project_id: PROJECT_ID, subscription_id: SUBSCRIPTION_ID }, result: {} },
  }),
};
