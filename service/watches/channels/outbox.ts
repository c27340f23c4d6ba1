import type { Selectable } from "kysely";
import type { WatchDelivery } from "@/lib/api/contract/watches/watch-channels";
import { webhookHeaders } from "@/lib/outgoing/sign-webhook";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import { messageId } from "@/service/traces/events/message-id";
import type { AwaitedVersion, EventMessage } from "@/service/traces/events/product-event";
import { ALL_CALLS } from "@/service/traces/measures/read-measure";
import type { MailSender } from "@/service/watches/mail/mail-sender";
import type { SendResult } from "@/service/watches/mail/send-result";
import { type ChannelRecords, type OpenedChannel, recipientsOf } from "./channel-records";
import { bodyFor, mailOf, type Notification, type Told } from "./notification";
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
/** After a receiver did not answer, its other events wait this long without a try. */
const REST_MS = 60_000;
/** A message that is stored before its event waits so long in between looks for it, and is forgotten if it never comes. */
const AWAIT_EVERY_MS = 5_000;
const AWAIT_MS = 600_000;

function describe(row: DeliveryRow): WatchDelivery {
  const {
    id,
    channel_id,
    watch_id,
    subscription_id,
    subject,
    tries,
    created_at,
    ended_at,
    status,
    answer,
    duration_ms,
  } = row;
  return {
    ...{ id, channel_id, watch_id, subscription_id, subject, tries, created_at, ended_at, status, answer, duration_ms },
    // Only written by this file.
    kind: row.kind as WatchDelivery["kind"],
    state: row.state as WatchDelivery["state"],
    next_at: row.next_ms === null ? null : new Date(row.next_ms).toISOString(),
  };
}

/** Which messages of a project are listed. */
interface DeliverySelection {
  readonly channelId: string | null;
  readonly watchId: string | null;
  readonly subscriptionId?: string | null;
}

/** A message that is sent once, on request. */
interface TestMessage {
  readonly projectId: string;
  readonly channelId: string;
  readonly subscriptionId: string | null;
  readonly message: Notification | EventMessage;
  readonly at: string;
}

/** What messages are sent with. */
interface Senders {
  readonly webhook: WebhookSender;
  /** Null without a mail server. */
  readonly mail: MailSender | null;
  /** Where a page of a project is, by its path; null where the address of the dashboard is not known. */
  readonly address: (projectId: string, path: string) => string | null;
  /** Returns whether what a message awaits is stored. */
  readonly isStored: (projectId: string, version: AwaitedVersion) => Promise<boolean>;
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
      .orderBy("seq")
      .limit(CONCURRENCY)
      .execute();
    await Promise.all(due.map((row) => this.#try(row, nowMs, signal)));
    if (due.length === CONCURRENCY && !signal.aborted) await this.sendDue(nowMs, signal);
  }

  async #try(row: DeliveryRow, nowMs: number, signal: AbortSignal): Promise<void> {
    if (row.tries === 0 && (await this.#isAwaited(row, nowMs))) return;
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
    if (result.status === null && !result.isDelivered) await this.#rest(row, nowMs);
  }

  /** Returns whether what a message tells of is not stored yet: it was about to be, when the message was stored. */
  async #isAwaited({ id, project_id: projectId, notification }: DeliveryRow, nowMs: number): Promise<boolean> {
    const told = JSON.parse(notification) as Notification | EventMessage;
    if (!("awaits" in told) || told.awaits === null) return false;
    if (await this.#senders.isStored(projectId, told.awaits)) return false;
    if (nowMs - Date.parse(told.at) > AWAIT_MS)
      await this.#state.deleteFrom("watch_delivery").where("id", "=", id).execute();
    else await this.#delay(id, nowMs + AWAIT_EVERY_MS);
    return true;
  }

  async #delay(id: string, nextMs: number): Promise<void> {
    await this.#state
      .updateTable("watch_delivery")
      .set({ next_ms: nextMs })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .execute();
  }

  /**
   * Lets the other events for a receiver that does not answer wait: trying each would hold back those for others. What a
   * watch tells is not among them: it is not sent once the watch has resolved before a try.
   */
  async #rest({ id, channel_id: channelId }: DeliveryRow, nowMs: number): Promise<void> {
    await this.#state
      .updateTable("watch_delivery")
      .set({ next_ms: nowMs + REST_MS })
      .where("channel_id", "=", channelId)
      .where("state", "=", "waiting")
      .where("watch_id", "is", null)
      .where("next_ms", "<=", nowMs)
      .where("id", "!=", id)
      .execute();
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
    const told = this.#toldBy(JSON.parse(notification) as Notification | EventMessage);
    if (channel.kind === "email") return await this.#mail(id, recipientsOf(secrets.url), told, signal);
    const body = bodyFor(channel.kind, told);
    const headers = webhookHeaders({ id, sentS: Math.floor(Date.now() / 1000), body }, secrets.secret);
    return await this.#senders.webhook.send({ url: secrets.url, headers, body }, signal);
  }

  #toldBy(message: Notification | EventMessage): Told {
    if (!("subject" in message)) return message;
    const { path, awaits: _awaits, ...told } = message;
    return { ...told, url: this.#senders.address(told.project_id, path) };
  }

  async #mail(id: string, to: readonly string[], told: Told, signal: AbortSignal): Promise<SendResult> {
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
    const { name } = await this.#channels.find(projectId, channelId);
    const at = new Date().toISOString();
    const message: Notification = {
      ...{ kind: "test", event_id: null, watch_id: null, name: "Test", project_id: projectId, group: null, at },
      ...{ value: null, calls: null, sentence: `This is a test of the channel ${name}.`, url: null },
    };
    return await this.sendTest({ projectId, channelId, subscriptionId: null, message, at }, signal);
  }

  /** Sends a message once, as a test. @throws NotFoundError */
  async sendTest(
    { projectId, channelId, subscriptionId, message, at }: TestMessage,
    signal: AbortSignal,
  ): Promise<WatchDelivery> {
    const id = messageId("test", channelId, at);
    await this.#state
      .insertInto("watch_delivery")
      .values({
        ...{ id, project_id: projectId, channel_id: channelId, watch_id: null, subscription_id: subscriptionId },
        ...{ grouped: ALL_CALLS, subject: message.name, kind: "test", notification: JSON.stringify(message) },
        ...{ state: "failed", tries: 0, created_at: at },
      })
      .execute();
    return await this.replay(projectId, id, signal);
  }

  /** Lets all messages that failed be sent again with their ids, and tried as often as new ones. Tests are not among them. */
  async replayFailed(projectId: string, channelId: string | null, nowMs: number): Promise<number> {
    let query = this.#state
      .updateTable("watch_delivery")
      // Not 0: a message without a try is not sent once its watch has resolved.
      .set({ state: "waiting", tries: 1, next_ms: nowMs, ended_at: null })
      .where("project_id", "=", projectId)
      .where("state", "=", "failed")
      .where("kind", "!=", "test");
    if (channelId !== null) query = query.where("channel_id", "=", channelId);
    return Number((await query.executeTakeFirst()).numUpdatedRows);
  }

  /** The number of messages that failed, as {@link replayFailed} counts them. */
  async failedCount(projectId: string, channelId: string | null): Promise<number> {
    let query = this.#state
      .selectFrom("watch_delivery")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("project_id", "=", projectId)
      .where("state", "=", "failed")
      .where("kind", "!=", "test");
    if (channelId !== null) query = query.where("channel_id", "=", channelId);
    return Number((await query.executeTakeFirstOrThrow()).count);
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

  /** The newest messages of a project, of one channel, one watch or one subscription. */
  async list(projectId: string, { channelId, watchId, subscriptionId = null }: DeliverySelection) {
    let query = this.#state.selectFrom("watch_delivery").selectAll().where("project_id", "=", projectId);
    if (channelId !== null) query = query.where("channel_id", "=", channelId);
    if (watchId !== null) query = query.where("watch_id", "=", watchId);
    if (subscriptionId !== null) query = query.where("subscription_id", "=", subscriptionId);
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
