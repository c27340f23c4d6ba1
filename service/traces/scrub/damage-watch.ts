import type { Logger } from "pino";
import { StoreClosed } from "@/service/kernel/errors/store-errors";
import type { DamageRecord, DamageRecords } from "@/service/traces/store/engine/damage-records";
import { type SetAside, setDamagedPartsAside, setPartAside } from "@/service/traces/store/engine/damaged-parts";
import { readMiscountedParts } from "@/service/traces/store/engine/miscounted-parts";
import type { Store } from "@/service/traces/store/engine/store";
import { Pace } from "./pace";
import { beginSalvage, type SalvageParts, salvageWhileRunning } from "./salvage-aside";
import { ScrubTime } from "./scrub-time";

/** Reads something else than the parts of tables, and returns what is damaged. */
export interface OtherCheck {
  readonly kind: DamageRecord["kind"];
  /** @param rested is called between pieces of work */
  find(rested: () => Promise<void>, signal: AbortSignal): Promise<readonly DamageRecord[]>;
}

export interface ScrubTimes {
  /** A start has enough to do. */
  readonly delayMs: number;
  /** Everything that is stored is compared in this time, so that damage is found although no one reads it. */
  readonly intervalMs: number;
  /** After a check that failed. */
  readonly retryMs: number;
}

const SCRUB_TIMES: ScrubTimes = { delayMs: 5 * 60_000, intervalMs: 24 * 3_600_000, retryMs: 3_600_000 };

/** A check reads everything, so one that found nothing is not repeated for each query that fails. */
const CHECK_INTERVAL_MS = 3_600_000;

export interface DamageWatchOptions {
  readonly dataFolder: string;
  readonly log: Logger;
  readonly records: DamageRecords;
  readonly times?: ScrubTimes;
}

/**
 * Compares everything that is stored once a day, however often the service is restarted, and the tables when a query
 * meets a damaged part. Damaged parts are set aside: results lack their rows from then on.
 */
export class DamageWatch {
  readonly #log: Logger;
  readonly #records: DamageRecords;
  readonly #times: ScrubTimes;
  readonly #time: ScrubTime;
  readonly #ended = new AbortController();
  #store: Store | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** The check of all tables that runs. */
  #tables: { readonly pace: Pace; readonly done: Promise<void> } | null = null;
  /** The check of other things that runs, until its end is noted. */
  #others: Promise<void> | null = null;
  #lastCheckMs = Number.NEGATIVE_INFINITY;
  #hasFound = true;

  constructor({ dataFolder, log, records, times = SCRUB_TIMES }: DamageWatchOptions) {
    this.#log = log;
    this.#records = records;
    this.#times = times;
    this.#time = new ScrubTime(dataFolder);
  }

  /** Damage that is noticed before ends the start, which has a check of its own. */
  async begin(store: Store): Promise<void> {
    // A server's parts are the business of its operators.
    if (store.kind !== "embedded") return;
    this.#store = store;
    await this.#records.refresh(store);
  }

  /** Checks everything soon after the start if it is due, and then in intervals. */
  async schedule(others: readonly OtherCheck[]): Promise<void> {
    const { delayMs, intervalMs } = this.#times;
    const lastMs = await this.#time.read();
    const dueMs = lastMs === null ? 0 : Math.min(lastMs + intervalMs - Date.now(), intervalMs);
    this.#later(Math.max(delayMs, dueMs), others);
  }

  /** A check of tables that runs ends with the store. */
  async stop(): Promise<void> {
    this.#ended.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    // What it failed with is reported where it runs.
    await this.#others?.catch(() => undefined);
  }

  noticeDamage(): void {
    if (this.#store === null || this.#ended.signal.aborted) return;
    if (this.#tables !== null) {
      this.#tables.pace.hurry();
      return;
    }
    if (!this.#hasFound && performance.now() - this.#lastCheckMs <= CHECK_INTERVAL_MS) return;
    this.#log.error("stored data is damaged: checking all of it");
    const pace = new Pace(this.#ended.signal);
    pace.hurry();
    void this.#checkTables(this.#store, pace).catch((error: unknown) => this.#report(error));
  }

  #later(delayMs: number, others: readonly OtherCheck[]): void {
    if (this.#ended.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#scrub(others), delayMs);
    this.#timer.unref();
  }

  async #scrub(others: readonly OtherCheck[]): Promise<void> {
    try {
      if (this.#store !== null) await this.#checkTables(this.#store, new Pace(this.#ended.signal));
      this.#others = this.#checkOthers(others);
      await this.#others;
      this.#later(this.#times.intervalMs, others);
    } catch (error) {
      this.#report(error);
      this.#later(this.#times.retryMs, others);
    }
  }

  #report(error: unknown): void {
    if (error instanceof StoreClosed || this.#ended.signal.aborted) return;
    this.#log.error({ err: error }, "stored data could not be checked");
  }

  /** One at a time: a second caller waits for the first one's. */
  #checkTables(store: Store, pace: Pace): Promise<void> {
    if (this.#tables !== null) return this.#tables.done;
    const done = this.#setAside(store, pace).finally(() => {
      this.#lastCheckMs = performance.now();
      this.#tables = null;
    });
    this.#tables = { pace, done };
    return done;
  }

  async #setAside(store: Store, { rested }: Pace): Promise<void> {
    this.#hasFound = false;
    this.#hasFound = (await setAside(store, this.#log, this.#records, rested)) > 0;
  }

  async #checkOthers(others: readonly OtherCheck[]): Promise<void> {
    const { rested } = new Pace(this.#ended.signal);
    for (const { kind, find } of others) {
      const found = await find(rested, this.#ended.signal);
      this.#ended.signal.throwIfAborted();
      for (const each of found) this.#log.error(each, `${each.table} ${each.part} is damaged`);
      await this.#records.replace(kind, found);
    }
    await this.#time.write(Date.now());
  }
}

/** Sets damaged parts aside, notes them, and stores again what can be read of them. Returns their number. */
export async function setAside(
  store: Store,
  log: Logger,
  records: DamageRecords,
  rested?: () => Promise<void>,
): Promise<number> {
  const calls = callsFor(store, { log, records, ...(rested && { rested }) });
  return (await setDamagedPartsAside(store, { ...calls, rested })).length;
}

/** Does so with the parts that say a wrong number of rows. Returns their number. */
export async function setMiscountedAside(store: Store, log: Logger, records: DamageRecords): Promise<number> {
  const parts = await readMiscountedParts(store);
  for (const part of parts) {
    const reason = "its number of rows is not that of its projections";
    await setPartAside(store, part, reason, callsFor(store, { log, records }));
  }
  return parts.length;
}

function callsFor(store: Store, options: SalvageParts) {
  const { log, records } = options;
  return {
    onFound: (found: SetAside) => records.add([found]),
    onAside: async (found: SetAside) => {
      // Who looked at what lies aside between the mark and this has taken the mark away.
      await records.add([found]);
      log.error(found, `the damaged part ${found.part} of the table ${found.table} was set aside`);
      const salvage = await beginSalvage(store, found);
      if (salvage !== null) await salvageWhileRunning(store, salvage, options);
    },
  };
}
