import type { Logger } from "pino";
import { v7 as uuid7 } from "uuid";
import type { InputOf } from "@/lib/api/contract/operations";
import type { EventSubscription } from "@/lib/api/contract/watches/event-subscriptions";
import { errorMessage } from "@/lib/guard/error-message";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import type { Identity } from "@/service/kernel/access/identity";
import { ConflictError, NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { type SubscriptionRecord, SubscriptionRecords } from "@/service/traces/events/subscription-records";
import type { Services } from "@/service/traces/handlers/handler";
import { checkFailedCalls } from "@/service/traces/store/monitors/ended-calls";
import { ChannelIds } from "@/service/watches/channels/channel-ids";
import type { Outbox } from "@/service/watches/channels/outbox";
import { cursorNow, followCalls, wantedCalls } from "./call-events";
import { sampleMessage } from "./sample-message";

/** With more bytes of calls waiting to be stored, calls are not looked at. */
const MAX_WAITING_BYTES = 8 * 1024 ** 2;

interface Parts {
  readonly state: ServiceState;
  readonly services: Services;
  readonly outbox: Outbox;
  readonly log: Logger;
  readonly now: () => number;
}

function describe({ settings, ...record }: SubscriptionRecord): EventSubscription {
  return {
    ...{ id: record.id, name: record.name, kinds: [...record.kinds], channel_id: record.channelId, ...settings },
    ...{ is_on: record.isOn, problem: record.problem },
    ...{ created_at: record.createdAt, created_by: record.userId, updated_at: record.updatedAt },
  };
}

/** Which events are sent to which channels. The messages are those of the outbox of watches. */
export class EventSubscriptions {
  readonly #parts: Parts;
  readonly #records: SubscriptionRecords;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#records = new SubscriptionRecords(parts.state);
  }

  async list(projectId: string): Promise<EventSubscription[]> {
    return (await this.#records.list(projectId)).map(describe);
  }

  /**
   * Creates or changes a subscription. One that is switched on hears of what happens from then on.
   *
   * @throws NotFoundError, InvalidRequestError for a filter that cannot be read, ConflictError for a name that is taken
   */
  async save(
    given: InputOf<"eventSubscriptions.save">["body"],
    { userId }: Identity,
    signal: AbortSignal,
  ): Promise<EventSubscription> {
    const { project_id: projectId, subscription_id: id, name, kinds, channel_id: channelId, is_on: isOn } = given;
    const { query_text, filter, query = null } = given;
    checkFailedCalls({ projectId, filter, query });
    await new ChannelIds(this.#parts.state).require(projectId, [channelId]);
    const before = id ? await this.#find(projectId, id) : null;
    const settings = { query_text, filter, query };
    const wanted = wantedCalls({ projectId, kinds, settings });
    const keptCursor = before?.isOn === true && isOn ? before.cursor : null;
    const cursor = wanted === null ? null : (keptCursor ?? (await this.#cursorNow(projectId, signal)));
    const record = { id: before?.id ?? uuid7(), projectId, name, kinds, channelId, settings, isOn, cursor };
    try {
      await this.#records.save({ ...record, userId: before?.userId ?? userId });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`Another subscription has the name ${name}.`);
    }
    return describe(await this.#find(projectId, record.id));
  }

  #cursorNow(projectId: string, signal: AbortSignal) {
    return cursorNow({ services: this.#parts.services, signal, nowMs: this.#parts.now() }, projectId);
  }

  /** Sends an example of the first event of a subscription, and returns the delivery. @throws NotFoundError */
  async test(projectId: string, id: string, signal: AbortSignal) {
    const { channelId, kinds } = await this.#find(projectId, id);
    const [kind = "call.failed"] = kinds;
    const at = new Date().toISOString();
    const message = sampleMessage(kind, projectId, at);
    return await this.#parts.outbox.sendTest({ projectId, channelId, subscriptionId: id, message, at }, signal);
  }

  /** Deletes a subscription with its messages. @throws NotFoundError */
  async remove(projectId: string, id: string): Promise<void> {
    await this.#find(projectId, id);
    await this.#parts.state
      .transaction()
      .execute(async (transaction) => await new SubscriptionRecords(transaction).remove("id", id));
  }

  /** Stores the events of the calls that have ended since the last look. */
  async follow(signal: AbortSignal): Promise<void> {
    const { services, state, log, now } = this.#parts;
    // Looking makes the writer store what it has accepted: while much comes, that waits.
    if (services.calls.waitingBytes > MAX_WAITING_BYTES) return;
    for (const subscription of await this.#records.active()) {
      if (signal.aborted) return;
      try {
        await followCalls({ services, state, signal, nowMs: now() }, subscription);
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, subscriptionId: subscription.id }, "calls of a subscription could not be looked at");
        // The calls that it missed are looked at when it works again.
        await this.#records.setProblem(subscription.id, errorMessage(error));
      }
    }
  }

  /** @throws NotFoundError */
  async #find(projectId: string, id: string): Promise<SubscriptionRecord> {
    const record = await this.#records.find(projectId, id);
    if (!record) throw new NotFoundError(`Subscription ${id.slice(0, 128)} not found`);
    return record;
  }
}
