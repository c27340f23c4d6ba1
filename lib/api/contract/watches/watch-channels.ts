import { z } from "zod";
import { integer, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";
import { EVENT_KINDS } from "./event-kinds";

/** The forms of a notification's body. */
const CHANNEL_KINDS = ["webhook", "slack", "teams", "email"] as const;

const httpAddress = z
  .string()
  .max(2000)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: "An address that begins with https:// or http://",
  });

export const channelById = z.object({ project_id: projectId, channel_id: z.string().min(1).max(128) });

export const channelSave = z.object({
  project_id: projectId,
  channel_id: z.string().max(128).nullish().describe("The one to change; a new one when absent."),
  name: z.string().trim().min(1, { error: "Enter a name" }).max(128),
  kind: z.enum(CHANNEL_KINDS),
  url: httpAddress
    .nullish()
    .describe("Never returned: addresses of incoming webhooks are secrets. Absent keeps the stored one."),
  recipients: z
    .array(z.email({ error: "An address such as ines@example.org" }).max(254))
    .max(20)
    .nullish()
    .describe("Only of email. Absent keeps the stored ones."),
  secret: z
    .string()
    .max(200)
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, { error: "whsec_ and at least 24 bytes in base64" })
    .nullish()
    .describe("Signs the body as Standard Webhooks describes. Never returned. Absent keeps the stored one."),
  sends_resolved: z.boolean().default(true),
  sends_no_data: z.boolean().default(true),
  is_on: z.boolean().default(true),
});

/** A channel without its address and its secret. */
export const watchChannel = z.looseObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  /** Scheme, host and port; of email `mailto:` and the recipients. */
  origin: z.string(),
  /** `unreadable`: it was sealed with another key, or came with an import, and must be entered again. */
  address: z.enum(["set", "unreadable"]),
  has_secret: z.boolean(),
  sends_resolved: z.boolean(),
  sends_no_data: z.boolean(),
  is_on: z.boolean(),
  updated_at: timestamp,
});

export type WatchChannel = z.output<typeof watchChannel>;

export const channelsList = z.looseObject({
  channels: z.array(watchChannel),
  /** True where a mail server is set; absent from a service without email. */
  has_mail: z.boolean().nullish(),
});

export const channelDeleted = z.looseObject({});

/** One message to one channel. */
export const watchDelivery = z.looseObject({
  /** The `webhook-id`, the same in each try. */
  id: z.string(),
  channel_id: z.string(),
  watch_id: z.string().nullable(),
  /** Null for messages of watches; absent from a service without subscriptions. */
  subscription_id: z.string().nullish(),
  /** The name of the watch, or of what the event is about. */
  subject: z.string(),
  kind: z.enum(["firing", "resolved", "no_data", "test", ...EVENT_KINDS]),
  /** `skipped`: it had resolved before it was due. */
  state: z.enum(["waiting", "sent", "failed", "skipped"]),
  tries: integer,
  created_at: timestamp,
  /** When it is tried next; null once it has ended. */
  next_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  /** The last answer's status; null when there was none. */
  status: integer.nullable(),
  /** The beginning of the last answer, or why there was none. */
  answer: z.string().nullable(),
  duration_ms: integer.nullable(),
});

export type WatchDelivery = z.output<typeof watchDelivery>;

export const deliveriesRead = z.object({
  project_id: projectId,
  channel_id: z.string().max(128).nullish(),
  watch_id: z.string().max(128).nullish(),
  subscription_id: z.string().max(128).nullish(),
});

export const deliveriesList = z.looseObject({
  /** The newest 200, newest first. */
  deliveries: z.array(watchDelivery),
  /** Of all, how many have failed and can be sent again; absent from a service that cannot send all again at once. */
  failed_count: integer.nullish(),
});

export const deliveryById = z.object({ project_id: projectId, delivery_id: z.string().min(1).max(128) });

export const failedOfChannel = z.object({
  project_id: projectId,
  channel_id: z.string().max(128).nullish().describe("All channels when absent."),
});

export const replayedResult = z.looseObject({ replayed_count: integer });

export const deliveryResult = z.looseObject({ delivery: watchDelivery });
