import { z } from "zod";
import { callsFilter } from "@/lib/api/contract/calls/calls";
import { queryExpression } from "@/lib/api/contract/query/query-expression";
import { projectId, timestamp } from "@/lib/api/contract/scalars/scalars";
import { EVENT_KINDS } from "./event-kinds";

const subscribed = {
  name: z.string().trim().min(1, { error: "Enter a name" }).max(128),
  kinds: z.array(z.enum(EVENT_KINDS)).min(1, { error: "Choose an event" }).max(EVENT_KINDS.length),
  channel_id: z.string().min(1, { error: "Choose a channel" }).max(128),
  query_text: z.string().max(4000).default("").describe("The text of the query box that the condition came from."),
  filter: callsFilter.default({}).describe("Which failed calls; of other events it decides nothing."),
  query: queryExpression.nullish(),
};

export const eventSubscriptionSave = z.object({
  project_id: projectId,
  subscription_id: z.string().max(128).nullish().describe("The one to change; a new one when absent."),
  ...subscribed,
  is_on: z.boolean().default(true),
});

export const eventSubscriptionById = z.object({
  project_id: projectId,
  subscription_id: z.string().min(1).max(128),
});

/** Which events are sent to a channel. */
export const eventSubscription = z.looseObject({
  id: z.string(),
  name: z.string(),
  kinds: z.array(z.enum(EVENT_KINDS)),
  channel_id: z.string(),
  query_text: z.string(),
  filter: callsFilter,
  query: queryExpression.nullable(),
  is_on: z.boolean(),
  /** Why calls could not be looked at last. */
  problem: z.string().nullable(),
  created_at: timestamp,
  created_by: z.string(),
  updated_at: timestamp,
});

export type EventSubscription = z.output<typeof eventSubscription>;

export const eventSubscriptionsList = z.looseObject({ subscriptions: z.array(eventSubscription) });
