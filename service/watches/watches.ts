import type { Logger } from "pino";
import { v7 as uuid7 } from "uuid";
import type { InputOf } from "@/lib/api/contract/operations";
import type { Watch, WatchDetail, WatchPreview } from "@/lib/api/contract/watches/watches";
import { errorMessage } from "@/lib/guard/error-message";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { BudgetRecords } from "@/service/completion/budgets/budget-records";
import type { Identity } from "@/service/kernel/access/identity";
import { RepeatedStep } from "@/service/kernel/concurrency/repeated-step";
import { ConflictError, NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Lease, Leases } from "@/service/kernel/state/leases";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Seal } from "@/service/kernel/state/seal";
import type { Services } from "@/service/traces/handlers/handler";
import { type MeasureReader, readMeasure } from "@/service/traces/measures/read-measure";
import { SharedReadings } from "@/service/traces/measures/shared-readings";
import { engineTimeNow, microsOf, toEngineTime } from "@/service/traces/store/engine/timestamps";
import type { MailSender } from "@/service/watches/mail/mail-sender";
import type { WatchLink } from "@/service/watches/rules/watch-link";
import { type WatchRecord, WatchRecords } from "@/service/watches/rules/watch-records";
import { isRunAlarming } from "@/service/watches/runs/describe-run-watch";
import { RunWatchRecords } from "@/service/watches/runs/run-watch-records";
import { announce } from "./channels/announce";
import { ChannelRecords } from "./channels/channel-records";
import { Outbox } from "./channels/outbox";
import type { WebhookSender } from "./channels/webhook-sender";
import { describeEvent, describeWatch, isAlarming } from "./describe-watch";
import { EventSubscriptions } from "./events/event-subscriptions";
import { announcementOf, dueTime, judgeWatch, settledUntil } from "./judge-watch";
import { Notifications } from "./notifications";
import { previewWatch } from "./preview-watch";

const JUDGE_EVERY_MS = 60_000;
const SEND_EVERY_MS = 2_000;
const FOLLOW_EVERY_MS = 5_000;
const FORGET_EVERY_MS = 3_600_000;
const SHOWN_EVENTS = 100;
const LEASE = "watches";

interface Parts {
  readonly state: ServiceState;
  readonly seal: Seal;
  readonly services: Services;
  readonly sender: WebhookSender;
  /** Sends email; null, the default, without a mail server. */
  readonly mail?: MailSender | null;
  readonly leases: Leases;
  readonly log: Logger;
  readonly link: WatchLink;
  /** Where a page of a project is, by its path below the project's links; unknown by default. */
  readonly address?: (projectId: string, path: string) => string | null;
  /** Judges training runs and budgets in the same turn; none by default. */
  readonly judgeOthers?: (nowMs: number, signal: AbortSignal) => Promise<void>;
  /** The clock of tests. */
  readonly now?: () => number;
}

/**
 * The watches of this service. Of several services with one database, the one with the lease judges all of them each
 * minute and sends what is in the outbox. Everything it knows is stored, so that another one continues when it dies.
 */
export class Watches {
  readonly channels: ChannelRecords;
  readonly outbox: Outbox;
  readonly notifications: Notifications;
  readonly subscriptions: EventSubscriptions;
  readonly sender: WebhookSender;
  readonly #records: WatchRecords;
  readonly #parts: Parts;
  readonly #closing = new AbortController();
  readonly #now: () => number;
  #lease: Lease | null = null;
  #steps: RepeatedStep[] = [];
  #forgetAtMs = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.sender = parts.sender;
    this.#records = new WatchRecords(parts.state);
    this.channels = new ChannelRecords(parts.state, parts.seal);
    this.notifications = new Notifications(parts.state);
    const { state, services, log, address = () => null } = parts;
    this.outbox = new Outbox(state, this.channels, {
      ...{ webhook: parts.sender, mail: parts.mail ?? null, address },
      isStored: (projectId, version) => services.objects.hasVersion(projectId, version),
    });
    this.subscriptions = new EventSubscriptions({ state, services, log, outbox: this.outbox, now: this.#now });
  }

  /** True where messages can be sent by email. */
  get hasMail(): boolean {
    return this.#parts.mail != null;
  }

  /** Judges and sends from now on, in the service that has the lease. */
  start(): void {
    const onFailure = (error: unknown) => this.#parts.log.warn({ err: error }, "watches could not be judged or told");
    this.#steps = [
      new RepeatedStep(() => this.judge(), JUDGE_EVERY_MS, onFailure),
      new RepeatedStep(() => this.send(), SEND_EVERY_MS, onFailure),
      new RepeatedStep(() => this.followEvents(), FOLLOW_EVERY_MS, onFailure),
    ];
    void this.#steps[0]?.run();
  }

  /** Judges what has ended. Does nothing while another service has the lease. */
  async judge(): Promise<void> {
    const nowMs = this.#now();
    const signal = await this.#leading();
    if (signal === null) return;
    const readings = new SharedReadings();
    for (const watch of await this.#records.active()) {
      if (signal.aborted) return;
      await this.#judgeOne(watch, nowMs, { signal, readings });
    }
    await this.#parts.judgeOthers?.(nowMs, signal);
    if (nowMs < this.#forgetAtMs) return;
    this.#forgetAtMs = nowMs + FORGET_EVERY_MS;
    await this.outbox.forget(nowMs);
  }

  /** Sends the messages that are due. Does nothing while another service has the lease. */
  async send(): Promise<void> {
    const signal = await this.#leading();
    if (signal !== null) await this.outbox.sendDue(this.#now(), signal);
  }

  /** Stores the events of the calls that have ended. Does nothing while another service has the lease. */
  async followEvents(): Promise<void> {
    const signal = await this.#leading();
    if (signal !== null) await this.subscriptions.follow(signal);
  }

  /** Sends all messages that failed once more, and returns how many. */
  replayFailed(projectId: string, channelId: string | null): Promise<number> {
    return this.outbox.replayFailed(projectId, channelId, this.#now());
  }

  async #judgeOne(
    watch: WatchRecord,
    nowMs: number,
    { signal, readings }: { readonly signal: AbortSignal; readonly readings: SharedReadings },
  ): Promise<void> {
    const { services, state, link, log } = this.#parts;
    try {
      await judgeWatch({ services, state, link, signal, readings }, watch, nowMs);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, watchId: watch.id }, "a watch could not be judged");
      // The windows that it missed are judged when it works again.
      await this.#records.setProblem(watch.id, errorMessage(error));
    }
  }

  /** Returns the end of this service's turn; null while another service has it. */
  async #leading(): Promise<AbortSignal | null> {
    if (this.#closing.signal.aborted) return null;
    if (this.#lease === null || this.#lease.lost.aborted) this.#lease = await this.#parts.leases.take(LEASE);
    return this.#lease && AbortSignal.any([this.#closing.signal, this.#lease.lost]);
  }

  async list(projectId: string): Promise<{ watches: Watch[]; firing_count: number; firing_run_count: number }> {
    const records = await this.#records.list(projectId);
    const groups = await this.#records.groups(records.map(({ id }) => id));
    const watches = records.map((record) => describeWatch(record, groups.get(record.id) ?? [], this.#now()));
    const runs = await new RunWatchRecords(this.#parts.state).list(projectId);
    return {
      watches,
      firing_count: watches.filter(isAlarming).length,
      firing_run_count: runs.filter(isRunAlarming).length,
    };
  }

  /** @throws NotFoundError */
  async read(projectId: string, id: string): Promise<WatchDetail> {
    const events = await this.#records.events(projectId, id, SHOWN_EVENTS);
    return { ...(await this.#described(projectId, id)), events: events.map(describeEvent) };
  }

  /** @throws InvalidRequestError for a measure that cannot be read */
  preview(
    context: MeasureReader,
    { project_id: projectId, settings, days }: InputOf<"watches.preview">["body"],
  ): Promise<WatchPreview> {
    return previewWatch(context, projectId, settings, { days, nowMs: this.#now() });
  }

  /**
   * Creates or changes a watch. A changed rule begins anew, and what fired by the old one ends.
   *
   * @throws NotFoundError, InvalidRequestError for a measure that cannot be read, ConflictError for a name that is taken
   */
  async save(context: MeasureReader, given: InputOf<"watches.save">["body"], { userId }: Identity): Promise<Watch> {
    const { project_id: projectId, watch_id: id, settings, is_on: isOn } = given;
    const before = id ? await this.#find(projectId, id) : null;
    const width = settings.measure.window_seconds;
    const untilS = settledUntil(width, this.#now());
    await readMeasure(context, projectId, settings.measure, { fromS: untilS - width, toS: untilS });
    for (const channelId of settings.channel_ids) await this.channels.find(projectId, channelId);
    const isSame = before?.isOn === true && isOn && ruleOf(before.settings) === ruleOf(settings);
    const record = {
      ...{ id: before?.id ?? uuid7(), projectId, isOn, settings, userId: before?.userId ?? userId },
      judgedUntilS: isSame ? (before?.judgedUntilS ?? untilS) : untilS,
    };
    try {
      await this.#parts.state.transaction().execute(async (transaction) => {
        if (before && !isSame) await this.#endAll(transaction, before);
        await new WatchRecords(transaction).save(record);
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`Another watch has the name ${settings.name}.`);
    }
    return await this.#described(projectId, record.id);
  }

  /** Ends what fires by a rule that no longer holds, so that whoever heard of it hears of its end. */
  async #endAll(transaction: ServiceState, watch: WatchRecord): Promise<void> {
    const records = new WatchRecords(transaction);
    const nowMs = this.#now();
    for (const { grouped, course } of (await records.groups([watch.id])).get(watch.id) ?? []) {
      if (course.state !== "firing" && course.state !== "no_data") continue;
      const event = {
        ...{ id: uuid7(), projectId: watch.projectId, watchId: watch.id, grouped, kind: "resolved" as const },
        ...{ atS: Math.floor(nowMs / 1000), value: null, calls: 0, sentence: "The rule was changed or switched off" },
      };
      await records.addEvent(event);
      await announce(transaction, announcementOf(watch, event, this.#parts.link, nowMs));
    }
    await records.forgetGroups(watch.id);
  }

  /** @throws NotFoundError */
  async mute(projectId: string, id: string, until: string | number | null): Promise<Watch> {
    const watch = await this.#find(projectId, id);
    const untilMs = until === null ? null : Number(microsOf(toEngineTime(until) ?? engineTimeNow())) / 1000;
    await this.#records.mute(id, untilMs);
    await this.outbox.postpone(id, dueTime({ ...watch, mutedUntilMs: untilMs }, this.#now()));
    return await this.#described(projectId, id);
  }

  /** Notes who looks at what fires. @throws NotFoundError, ConflictError when nothing fires */
  async acknowledge(given: InputOf<"watches.acknowledge">["body"], { userId }: Identity): Promise<Watch> {
    const { project_id: projectId, watch_id: id, group, note } = given;
    await this.#find(projectId, id);
    const firing = ((await this.#records.groups([id])).get(id) ?? []).filter(
      ({ course, grouped }) =>
        course.state === "firing" && (group === undefined || group === null || grouped === JSON.stringify(group)),
    );
    if (firing.length === 0) throw new ConflictError("Nothing fires that could be acknowledged.");
    const acknowledged = { at: new Date().toISOString(), by: userId, note };
    for (const record of firing) await this.#records.acknowledge(id, record.grouped, acknowledged);
    return await this.#described(projectId, id);
  }

  /** @throws NotFoundError */
  async remove(projectId: string, id: string): Promise<void> {
    await this.#find(projectId, id);
    await this.#records.remove(id);
  }

  /** Deletes a channel with its subscriptions, and removes it from the watches and budgets that use it. @throws NotFoundError */
  async removeChannel(projectId: string, id: string): Promise<void> {
    await this.channels.remove(projectId, id);
    for (const watch of await this.#records.list(projectId)) {
      const { settings } = watch;
      if (!settings.channel_ids.includes(id)) continue;
      const channel_ids = settings.channel_ids.filter((other) => other !== id);
      await this.#records.save({ ...watch, settings: { ...settings, channel_ids } });
    }
    await new RunWatchRecords(this.#parts.state).removeChannel(projectId, id);
    await new BudgetRecords(this.#parts.state).removeChannel(projectId, id);
  }

  /** @throws NotFoundError */
  async #find(projectId: string, id: string): Promise<WatchRecord> {
    const record = await this.#records.find(projectId, id);
    if (!record) throw new NotFoundError(`Watch ${id.slice(0, 128)} not found`);
    return record;
  }

  async #described(projectId: string, id: string): Promise<Watch> {
    const record = await this.#find(projectId, id);
    return describeWatch(record, (await this.#records.groups([id])).get(id) ?? [], this.#now());
  }

  /** Stops judging and sending. What is not sent is sent by the next start, or by another service. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#steps.map((step) => step.stop()));
    await this.#lease?.release();
  }
}

/** The part of the settings whose change makes it another rule. */
function ruleOf({ measure, condition, for_windows, least_calls, no_data_windows }: WatchRecord["settings"]): string {
  return JSON.stringify([measure, condition, for_windows, least_calls, no_data_windows ?? null]);
}
