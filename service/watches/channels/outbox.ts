import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { WatchDelivery } from "@/lib/api/contract/watches/watch-channels";
import { webhookHeaders } from "@/lib/outgoing/sign-webhook";
import { NotFoundError } from "@/service/errors/service-errors";
import type { ServiceState } from "@/service/state/open-state";
import type { StateSchema } from "@/service/state/state-schema";
import type { MailSender } from "@/service/watches/mail/mail-sender";
import type { SendResult } from "@/service/watches/mail/send-result";
import { ALL_CALLS } from "@/service/watches/rules/measure-points";
import type { EventRecord } from "@/service/watches/rules/watch-records";
import { type ChannelRecords, type OpenedChannel, recipientsOf } from "./channel-records";
import { bodyFor, mailOf, type Notification } from "./notification";
import type { WebhookSender } from "./webhook-sender";

type DeliveryRow = Selectable<StateSchema["watch_delivery"]>;

/** Waits after each try; a message that fails after the last one has failed. */
const RETRY_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000];

const KEPT_MS = 30 * 86_400_000;
/** Of a project, whatever their age. */
const KEPT_DELIVERIES = 5000;
const SHOWN_DELIVERIES = 200;
/** Sent at a time, so that a slow receiver does not hold back the others for long. */
const CONCURRENCY = 8;

function messageId(...parts: readonly string[]): string {
  return `msg_${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)}`;
}

function describe(row: DeliveryRow): WatchDelivery {
  const { id, channel_id, watch_id, subject, tries, created_at, ended_at, status, answer, duration_ms } = row;
  return {
    ...{ id, channel_id, watch_id, subject, tries, created_at, ended_at, status, answer, duration_ms },
    // Only written by this file.
    kind: row.kind as WatchDelivery["kind"],
    state: row.state as WatchDelivery["state"],
    next_at: row.next_ms === null ? null : new Date(row.next_ms).toISOString(),
  };
}

/** A change of state, and what it is called. */
export interface Announcement {
  readonly event: EventRecord;
  readonly notification: Notification;
  readonly channelIds: readonly string[];
  /** Not sent before. */
  readonly dueMs: number;
}

/**
 * Adds the messages of an event to the outbox, in the transaction that stores the event. What has not been sent when it
 * resolves is not sent, and neither is its end.
 */
export async function announce(
  transaction: ServiceState,
  { event, notification, channelIds, dueMs }: Announcement,
): Promise<void> {
  const isEnd = event.kind === "resolved";
  const skipped = isEnd ? await skipUnsent(transaction, event) : new Set<string>();
  let query = transaction
    .selectFrom("watch_channel")
    .selectAll()
    .where("project_id", "=", event.projectId)
    .where("is_on", "=", 1);
  if (isEnd) query = query.where("sends_resolved", "=", 1);
  if (event.kind === "no_data") query = query.where("sends_no_data", "=", 1);
  const channels = (await query.execute()).filter(({ id }) => !skipped.has(id) && channelIds.includes(id));
  for (const { id } of channels) {
    await transaction
      .insertInto("watch_delivery")
      .values({
        id: messageId(event.id, id),
        project_id: event.projectId,
        channel_id: id,
        watch_id: event.watchId,
        grouped: event.grouped,
        subject: notification.name,
        kind: event.kind,
        notification: JSON.stringify(notification),
        state: "waiting",
        tries: 0,
        created_at: new Date().toISOString(),
        next_ms: dueMs,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
}

/** Returns the channels of the messages that are not sent. */
async function skipUnsent(transaction: ServiceState, { watchId, grouped }: EventRecord): Promise<Set<string>> {
  const rows = await transaction
    .updateTable("watch_delivery")
    .set({ state: "skipped", next_ms: null, ended_at: new Date().toISOString() })
    .where("watch_id", "=", watchId)
    .where("grouped", "=", grouped)
    .where("state", "=", "waiting")
    .where("tries", "=", 0)
    .returning("channel_id")
    .execute();
  return new Set(rows.map(({ channel_id: id }) => id));
}

/** What messages are sent with. */
interface Senders {
  readonly webhook: WebhookSender;
  /** Null without a mail server. */
  readonly mail: MailSender | null;
}

/**
 * Messages to channels, stored with the change that they tell of and sent afterwards. Each has one id in all tries. A try
 * is counted before it is sent: after a kill in between, the message is sent again with its id, by which receivers know it.
 */
export class Outbox {
  readonly #state: ServiceState;
  readonly #channels: ChannelRecords;
  readonly #senders: Senders;

  constructor(state: ServiceState, channels: ChannelRecords, senders: Senders) {
    this.#state = state;
    this.#channels = channels;
    this.#senders = senders;
  }

  /** Sends what is due. */
  async sendDue(nowMs: number, signal: AbortSignal): Promise<void> {
    const due = await this.#state
      .selectFrom("watch_delivery")
      .selectAll()
      .where("state", "=", "waiting")
      .where("next_ms", "<=", nowMs)
      .orderBy("next_ms")
      .limit(CONCURRENCY)
      .execute();
    await Promise.all(due.map((row) => this.#try(row, nowMs, signal)));
    if (due.length === CONCURRENCY && !signal.aborted) await this.sendDue(nowMs, signal);
  }

  async #try(row: DeliveryRow, nowMs: number, signal: AbortSignal): Promise<void> {
    const wait = RETRY_MS[row.tries];
    const { numUpdatedRows } = await this.#state
      .updateTable("watch_delivery")
      .set({ tries: row.tries + 1, next_ms: nowMs + (wait ?? 0) })
      .where("id", "=", row.id)
      .where("state", "=", "waiting")
      .where("tries", "=", row.tries)
      .executeTakeFirst();
    // Another service was faster.
    if (numUpdatedRows === 0n) return;
    const result = await this.#send(await this.#channelOf(row), row, signal);
    if (signal.aborted && !result.isDelivered) return;
    await this.#settle(row.id, result, wait === undefined);
  }

  async #channelOf({ project_id: projectId, channel_id: id }: DeliveryRow): Promise<OpenedChannel | null> {
    return await this.#channels.find(projectId, id).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null;
      throw error;
    });
  }

  async #send(
    channel: OpenedChannel | null,
    { id, notification }: Pick<DeliveryRow, "id" | "notification">,
    signal: AbortSignal,
  ): Promise<SendResult> {
    const secrets = channel?.secrets ?? null;
    if (channel === null || secrets === null)
      return { isDelivered: false, status: null, answer: "The channel has no address: enter it again.", durationMs: 0 };
    const told = JSON.parse(notification) as Notification;
    if (channel.kind === "email") return await this.#mail(id, recipientsOf(secrets.url), told, signal);
    const body = bodyFor(channel.kind, told);
    const headers = webhookHeaders({ id, sentS: Math.floor(Date.now() / 1000), body }, secrets.secret);
    return await this.#senders.webhook.send({ url: secrets.url, headers, body }, signal);
  }

  async #mail(id: string, to: readonly string[], told: Notification, signal: AbortSignal): Promise<SendResult> {
    const { mail } = this.#senders;
    if (mail === null)
      return { isDelivered: false, status: null, answer: "No mail server is set: HEDDLE_SMTP_URL.", durationMs: 0 };
    return await mail.send({ id, to, sentMs: Date.now(), ...mailOf(told) }, signal);
  }

  async #settle(id: string, { isDelivered, status, answer, durationMs }: SendResult, isLast: boolean): Promise<void> {
    const isOver = isDelivered || isLast;
    const end = { state: isDelivered ? "sent" : "failed", next_ms: null, ended_at: new Date().toISOString() };
    await this.#state
      .updateTable("watch_delivery")
      .set({ status, answer, duration_ms: durationMs, ...(isOver ? end : {}) })
      .where("id", "=", id)
      .execute();
  }

  /** Sends a message that is marked as a test. @throws NotFoundError */
  async test(projectId: string, channelId: string, signal: AbortSignal): Promise<WatchDelivery> {
    const { id: channel, name } = await this.#channels.find(projectId, channelId);
    const at = new Date().toISOString();
    const notification: Notification = {
      ...{ kind: "test", event_id: null, watch_id: null, name: "Test", project_id: projectId, group: null, at },
      ...{ value: null, calls: null, sentence: `This is a test of the channel ${name}.`, url: null },
    };
    const id = messageId("test", channel, at);
    await this.#state
      .insertInto("watch_delivery")
      .values({
        ...{ id, project_id: projectId, channel_id: channel, watch_id: null, grouped: ALL_CALLS, subject: "Test" },
        ...{ kind: "test", notification: JSON.stringify(notification), state: "failed", tries: 0, created_at: at },
      })
      .execute();
    return await this.replay(projectId, id, signal);
  }

  /** Sends a message once more with its id. @throws NotFoundError */
  async replay(projectId: string, id: string, signal: AbortSignal): Promise<WatchDelivery> {
    const row = await this.#row(projectId, id);
    await this.#state
      .updateTable("watch_delivery")
      .set({ tries: row.tries + 1, state: "failed", next_ms: null, ended_at: new Date().toISOString() })
      .where("id", "=", id)
      .execute();
    await this.#settle(id, await this.#send(await this.#channelOf(row), row, signal), true);
    return describe(await this.#row(projectId, id));
  }

  async #row(projectId: string, id: string): Promise<DeliveryRow> {
    const query = this.#state.selectFrom("watch_delivery").selectAll().where("id", "=", id);
    const row = await query.where("project_id", "=", projectId).executeTakeFirst();
    if (!row) throw new NotFoundError(`Delivery ${id.slice(0, 128)} not found`);
    return row;
  }

  /** The newest messages of a project, of one channel or of one watch. */
  async list(projectId: string, { channelId, watchId }: { channelId: string | null; watchId: string | null }) {
    let query = this.#state.selectFrom("watch_delivery").selectAll().where("project_id", "=", projectId);
    if (channelId !== null) query = query.where("channel_id", "=", channelId);
    if (watchId !== null) query = query.where("watch_id", "=", watchId);
    return (await query.orderBy("seq", "desc").limit(SHOWN_DELIVERIES).execute()).map(describe);
  }

  /** Changes when the messages of a watch that wait for the end of a mute are sent. */
  async postpone(watchId: string, dueMs: number): Promise<void> {
    await this.#state
      .updateTable("watch_delivery")
      .set({ next_ms: dueMs })
      .where("watch_id", "=", watchId)
      .where("state", "=", "waiting")
      .where("tries", "=", 0)
      .execute();
  }

  /** Forgets old messages, and of busy projects the oldest. */
  async forget(nowMs: number): Promise<void> {
    const before = new Date(nowMs - KEPT_MS).toISOString();
    await this.#state.deleteFrom("watch_delivery").where("ended_at", "<", before).execute();
    for (const { project_id: projectId } of await this.#busyProjects()) {
      const oldest = this.#state
        .selectFrom("watch_delivery")
        .select("seq")
        .where("project_id", "=", projectId)
        .orderBy("seq", "desc")
        .limit(1)
        .offset(KEPT_DELIVERIES);
      await this.#state
        .deleteFrom("watch_delivery")
        .where("project_id", "=", projectId)
        .where("ended_at", "is not", null)
        .where("seq", "<=", oldest)
        .execute();
    }
  }

  #busyProjects() {
    return this.#state
      .selectFrom("watch_delivery")
      .select("project_id")
      .groupBy("project_id")
      .having(({ fn }) => fn.countAll<number>(), ">", KEPT_DELIVERIES)
      .execute();
  }
}
