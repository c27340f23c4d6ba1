import type { Logger } from "pino";
import type { DiskState } from "@/lib/api/contract/admin/disk-state";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { eventId } from "@/service/traces/events/event-id";
import type { ProductEvent } from "@/service/traces/events/product-event";
import { storeEvent } from "@/service/traces/events/record-event";
import { type SubscriptionRecord, SubscriptionRecords } from "@/service/traces/events/subscription-records";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";

const KIND = "disk.low";

type Lack = Exclude<DiskState, "ok">;

const SENTENCES: Readonly<Record<Lack, string>> = {
  low: "Less than a tenth of the service's disk is free",
  "very-low": "Less than a twentieth of the service's disk is free",
  full: "The service's disk is full: writes are refused",
};

interface Parts {
  readonly state: ServiceState;
  /** Null where another machine's disk stores the data. */
  readonly reserve: Pick<DiskReserve, "state"> | null;
  readonly log: Logger;
}

/**
 * Tells subscribers that the disk of the service runs out of space: once a day for each state that it is in. Which day and
 * state it was makes the id of the event, so that a restart or another service tells nobody twice.
 */
export class DiskWarnings {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A disk that cannot be looked at, or is too full for a message, does not hold back what is judged after it. */
  async judge(nowMs: number): Promise<void> {
    try {
      await this.#record(nowMs);
    } catch (error) {
      this.#parts.log.warn({ err: error }, "the space of the disk could not be told to subscribers");
    }
  }

  async #record(nowMs: number): Promise<void> {
    const { state, reserve } = this.#parts;
    const disk = (await reserve?.state()) ?? "ok";
    if (disk === "ok") return;
    for (const subscription of await new SubscriptionRecords(state).active()) {
      if (!subscription.kinds.includes(KIND)) continue;
      await storeEvent(state, eventFor(subscription, disk, nowMs), [subscription], nowMs);
    }
  }
}

function eventFor({ projectId }: SubscriptionRecord, disk: Lack, nowMs: number): ProductEvent {
  const at = new Date(nowMs).toISOString();
  return {
    ...{ kind: KIND, event_id: eventId(KIND, projectId, disk, at.slice(0, "2026-11-20".length)) },
    ...{ project_id: projectId, name: "Disk", at, path: "weave" },
    sentence: `${SENTENCES[disk]}. Settings → Storage says what takes it.`,
    subject: { disk: { state: disk } },
  };
}
