import type { Logger } from "pino";
import { v7 as uuid7 } from "uuid";
import type { Monitor, MonitorSettings } from "@/lib/api/contract/monitors/monitors";
import { errorMessage } from "@/lib/guard/error-message";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { spendingRefusal } from "@/service/evaluation/evaluation-runs/trials/spending-refusal";
import type { Identity } from "@/service/kernel/access/identity";
import { ConflictError, NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Lease, Leases } from "@/service/kernel/state/leases";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Services } from "@/service/traces/handlers/handler";
import { readNewestPlace } from "@/service/traces/store/monitors/monitored-calls";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import { ActiveMonitor } from "./active-monitor";
import { checkMonitor, judgesOf } from "./check-monitor";
import { describeMonitor } from "./describe-monitor";
import { publishMonitor } from "./monitor-object";
import { type MonitorCursor, type MonitorRecord, MonitorRecords } from "./monitor-records";

const CHECK_EVERY_MS = 3000;
/** With more bytes of calls waiting to be stored, monitors do not look. */
const MAX_WAITING_BYTES = 8 * 1024 ** 2;
/** Limits count a day, figures a week. */
const KEPT_MS = 31 * 86_400_000;
const FORGET_EVERY_MS = 3_600_000;

interface SavedMonitor {
  readonly projectId: string;
  /** Null for a new one. */
  readonly id: string | null;
  readonly settings: MonitorSettings;
  /** Null keeps it as it is. */
  readonly isOn: boolean | null;
}

/** A monitor that this service works on. */
interface Working {
  readonly monitor: ActiveMonitor;
  readonly lease: Lease;
  /** Differs after each change of the monitor. */
  readonly updatedAt: string;
}

/**
 * The monitors of this service. They look for new calls in the store, so that nothing is in the way of calls that are
 * written, and continue after a restart where they were. Of several services with one database, one works on a monitor;
 * the others see its changes at their next look.
 */
export class Monitors {
  readonly services: Services;
  readonly #records: MonitorRecords;
  readonly #log: Logger;
  readonly #leases: Leases;
  readonly #active = new Map<string, Working>();
  readonly #busy = new Set<string>();
  /** The monitors that were interrupted. */
  readonly #interrupted = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #forgetAtMs = 0;
  #isClosed = false;
  /** Changes of monitors happen one after another. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(state: ServiceState, services: Services, log: Logger, leases: Leases) {
    this.#records = new MonitorRecords(state);
    this.#leases = leases;
    this.services = services;
    this.#log = log;
  }

  /** Continues the monitors that are on. */
  async start(): Promise<void> {
    await this.#exclusively(() => this.#follow());
    this.#timer = setInterval(() => void this.#look(), CHECK_EVERY_MS);
    this.#timer.unref();
    this.#check();
  }

  async #look(): Promise<void> {
    if (this.#leases.isShared) {
      await this.#exclusively(() => this.#follow()).catch((error: unknown) =>
        this.#log.warn({ err: error }, "changes of monitors could not be read"),
      );
    }
    this.#check();
  }

  /** Works on the monitors that are on and that no other service works on, as they are stored now. */
  async #follow(): Promise<void> {
    const on = new Map((await this.#records.active()).map((record) => [record.id, record]));
    for (const [id, { updatedAt }] of [...this.#active]) {
      if (on.get(id)?.updatedAt !== updatedAt) await this.#stop(id);
    }
    for (const { id, projectId } of on.values()) if (!this.#active.has(id)) await this.#begin(projectId, id);
  }

  /** Works on a monitor, unless another service does. */
  async #begin(projectId: string, id: string): Promise<void> {
    if (this.#isClosed) return;
    const lease = await this.#leases.take(`monitor:${id}`);
    if (!lease) return;
    // Another service may have moved on until then.
    const record = await this.#records.find(projectId, id);
    if (!record?.isOn) return await lease.release();
    if (record.reason !== null) this.#interrupted.add(id);
    const monitor = new ActiveMonitor(this.services, this.#records, record);
    this.#active.set(id, { monitor, lease, updatedAt: record.updatedAt });
    lease.lost.addEventListener("abort", () => void this.#stop(id), { once: true });
  }

  #check(): void {
    // Looking makes the writer store what it has accepted: while much comes, that waits.
    if (this.services.calls.waitingBytes > MAX_WAITING_BYTES) return;
    for (const id of this.#active.keys()) void this.#advance(id);
    const nowMs = Date.now();
    if (nowMs < this.#forgetAtMs) return;
    this.#forgetAtMs = nowMs + FORGET_EVERY_MS;
    this.#records
      .forgetBefore(new Date(nowMs - KEPT_MS).toISOString())
      .catch((error: unknown) => this.#log.warn({ err: error }, "old scores of monitors could not be forgotten"));
  }

  async #advance(id: string): Promise<void> {
    const monitor = this.#active.get(id)?.monitor;
    if (!monitor || this.#busy.has(id)) return;
    this.#busy.add(id);
    try {
      await monitor.advance();
      if (this.#interrupted.delete(id)) await this.#records.setReason(id, null);
    } catch (error) {
      this.#interrupted.add(id);
      this.#log.error({ err: error, monitorId: id }, "a monitor was interrupted");
      await this.#records
        .setReason(id, `Interrupted, and tried again: ${errorMessage(error)}`)
        .catch((failure: unknown) => this.#log.error({ err: failure, monitorId: id }, "a monitor could not be marked"));
    } finally {
      this.#busy.delete(id);
    }
  }

  async list(projectId: string): Promise<Monitor[]> {
    const records = await this.#records.list(projectId);
    return await Promise.all(records.map((record) => this.#described(record)));
  }

  async #described(record: MonitorRecord): Promise<Monitor> {
    const { providers, spending } = this.services;
    const { projectId, identity, settings, isOn } = record;
    const judges = isOn ? judgesOf(settings).map(({ scorer }) => scorer.model) : [];
    const access = { providers, spending, identity, projectId };
    const refusal = await spendingRefusal(access, judges, new AbortController().signal);
    return await describeMonitor(this.#records, record, refusal);
  }

  /** Creates or changes a monitor. @throws ValidationError, ConflictError for a name that is taken, NotFoundError */
  save(saved: SavedMonitor, identity: Identity, signal: AbortSignal): Promise<Monitor> {
    return this.#save(saved, identity, signal, true);
  }

  #save(saved: SavedMonitor, identity: Identity, signal: AbortSignal, isChecked: boolean): Promise<Monitor> {
    return this.#exclusively(async () => {
      const { projectId, id, settings } = saved;
      const before = id === null ? null : await this.#find(projectId, id);
      const others = (await this.#records.list(projectId)).filter((record) => record.id !== id);
      if (others.some((record) => record.settings.name === settings.name))
        throw new ConflictError(`Another monitor has the name ${settings.name}.`);
      const prices = await readProjectPrices(this.services.store, projectId, { signal });
      if (isChecked) checkMonitor(projectId, settings, prices, { providers: this.services.providers, identity });
      const isOn = saved.isOn ?? before?.isOn ?? false;
      const publisher = { services: this.services, projectId, userId: identity.userId };
      const stored = await publishMonitor(publisher, settings, isOn);
      const monitorId = before?.id ?? uuid7();
      await this.#stop(monitorId);
      const current = before ? await this.#find(projectId, before.id) : null;
      const cursor = current?.isOn && isOn ? current.cursor : await this.#now(projectId, signal);
      return await this.#store({ id: monitorId, projectId, isOn, identity, settings, stored, cursor });
    });
  }

  /** Switches a monitor on or off. One that is switched on scores the calls that end from then on. */
  async switch(
    projectId: string,
    id: string,
    isOn: boolean,
    identity: Identity,
    signal: AbortSignal,
  ): Promise<Monitor> {
    const { settings } = await this.#find(projectId, id);
    // Switching off is possible also when a provider or a price is gone.
    return await this.#save({ projectId, id, settings, isOn }, identity, signal, isOn);
  }

  /** Deletes a monitor. Its scores and its object stay. */
  remove(projectId: string, id: string): Promise<void> {
    return this.#exclusively(async () => {
      await this.#find(projectId, id);
      await this.#stop(id);
      await this.#records.remove(id);
    });
  }

  async #store(record: Parameters<MonitorRecords["save"]>[0]): Promise<Monitor> {
    await this.#records.save(record).catch((error: unknown) => {
      // Another service was faster.
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`Another monitor has the name ${record.settings.name}.`);
    });
    const stored = await this.#find(record.projectId, record.id);
    if (record.isOn) {
      await this.#begin(record.projectId, record.id);
      void this.#advance(record.id);
    }
    return await this.#described(stored);
  }

  async #stop(id: string): Promise<void> {
    const working = this.#active.get(id);
    this.#active.delete(id);
    await working?.monitor.stop();
    await working?.lease.release();
  }

  /** @throws NotFoundError */
  async #find(projectId: string, id: string): Promise<MonitorRecord> {
    const record = await this.#records.find(projectId, id);
    if (!record) throw new NotFoundError(`Monitor ${id.slice(0, 128)} not found`);
    return record;
  }

  async #now(projectId: string, signal: AbortSignal): Promise<MonitorCursor> {
    return { ...(await readNewestPlace(this.services.store, projectId, signal)), atMs: Date.now() };
  }

  #exclusively<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = this.#changes.then(step);
    this.#changes = result.catch(() => undefined);
    return result;
  }

  /** Interrupts scoring; the next start continues it, or another service. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#changes;
    await Promise.all([...this.#active.keys()].map((id) => this.#stop(id)));
  }
}
