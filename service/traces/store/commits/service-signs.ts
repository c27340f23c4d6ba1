import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { StoreShared } from "@/service/kernel/errors/store-errors";
import { jsonLine } from "@/service/traces/store/engine/json-line";
import { DURABLE_TABLE_SETTINGS, type Store } from "@/service/traces/store/engine/store";

/**
 * The services that use a server, as they said last. One that has said nothing for a while has ended, or was killed.
 * Times are the server's.
 */
const SERVICE_SIGNS_TABLE = `
CREATE TABLE IF NOT EXISTS service_signs (
  service String,
  machine String,
  blobs String,
  is_open UInt8,
  sign UInt64,
  started_at DateTime64(6, 'UTC') DEFAULT now64(6),
  written_at DateTime64(3, 'UTC') DEFAULT now64(3)
) ENGINE = ReplacingMergeTree(sign)
ORDER BY service
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

export interface ServiceSignOptions {
  /** How often a service says that it is there. */
  readonly everyMs?: number;
  /** A service that said nothing for this long is not there. */
  readonly silenceMs?: number;
  /** How long a service waits for another one to end. */
  readonly waitMs?: number;
}

const EVERY_MS = 5_000;
const SILENCE_MS = 15_000;

/** Signs of services that ended are removed after this many days. */
const KEPT_DAYS = 1;

interface OtherService {
  readonly machine: string;
  readonly blobs: string;
}

/** Says that this service uses a server, as long as it does, and finds out which others do. */
export class ServiceSigns {
  readonly #store: Store;
  readonly #blobs: string;
  readonly #service = randomUUID();
  readonly #everyMs: number;
  readonly #silenceMs: number;
  readonly #waitMs: number;
  #startedAt: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastSign = 0;

  private constructor(store: Store, blobs: string, options: ServiceSignOptions) {
    this.#store = store;
    this.#blobs = blobs;
    this.#everyMs = options.everyMs ?? EVERY_MS;
    this.#silenceMs = options.silenceMs ?? SILENCE_MS;
    this.#waitMs = options.waitMs ?? this.#silenceMs + this.#everyMs;
  }

  /**
   * Begins to say so, unless a service that began before cannot share the server with this one. A service that was
   * killed is waited for until its last sign is old.
   *
   * @param blobs where this service stores files: the address of a bucket, or empty for its own data folder
   * @throws StoreShared when the other service is there, and does not store files in the same bucket
   */
  static async open(store: Store, blobs: string, options: ServiceSignOptions = {}): Promise<ServiceSigns> {
    const signs = new ServiceSigns(store, blobs, options);
    await store.command(SERVICE_SIGNS_TABLE);
    await store.command(
      `ALTER TABLE service_signs DELETE WHERE written_at < now() - INTERVAL ${KEPT_DAYS} DAY SETTINGS mutations_sync = 0`,
    );
    await signs.#sign(true);
    signs.#startedAt = await signs.#readStart();
    await signs.#sign(true);
    const timer = setInterval(() => void signs.#sign(true).catch(() => undefined), signs.#everyMs);
    timer.unref();
    signs.#timer = timer;
    try {
      await signs.#waitForOthers();
    } catch (error) {
      await signs.close();
      throw error;
    }
    return signs;
  }

  /** Says that this service has ended. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    // Otherwise the next service waits until the last sign is old.
    await this.#sign(false).catch(() => undefined);
  }

  async #waitForOthers(): Promise<void> {
    const givenUpAtMs = performance.now() + this.#waitMs;
    for (;;) {
      const reasons = (await this.#earlier()).map((other) => this.#reasonAgainst(other));
      const reason = reasons.find((found) => found !== null);
      if (reason === undefined || reason === null) return;
      if (performance.now() > givenUpAtMs) throw new StoreShared(reason);
      await wait(Math.min(1_000, this.#everyMs));
    }
  }

  /** True when another service is there that began before this one. */
  async hasEarlier(): Promise<boolean> {
    return (await this.#earlier()).length > 0;
  }

  /** Returns why this service cannot share the server with another one; null when it can. */
  #reasonAgainst({ machine, blobs }: OtherService): string | null {
    if (this.#blobs !== "" && blobs === this.#blobs) return null;
    const places = [this.#blobs, blobs].map((place) => (place === "" ? "its own data folder" : place));
    return `The ClickHouse database of CLICKHOUSE_URL is in use by the service on ${machine}. Several services may share a database if they store files in the same bucket: set HEDDLE_BLOBS to one address for all of them. This service stores files in ${places[0]}, the other one in ${places[1]}.`;
  }

  /** Returns the services that are there, and began before this one. */
  #earlier(): Promise<OtherService[]> {
    return this.#store.read<OtherService>({
      sql: `SELECT machine, blobs FROM service_signs FINAL
WHERE is_open = 1 AND written_at > now64(3) - INTERVAL ${this.#silenceMs} MILLISECOND
  AND (started_at, service) < (toDateTime64({started:String}, 6, 'UTC'), {service:String})
ORDER BY started_at`,
      params: { started: this.#startedAt ?? "", service: this.#service },
    });
  }

  async #readStart(): Promise<string> {
    const [row] = await this.#store.read<{ started: string }>({
      sql: "SELECT toString(min(started_at)) AS started FROM service_signs WHERE service = {service:String}",
      params: { service: this.#service },
    });
    return row?.started ?? "";
  }

  #sign(isOpen: boolean): Promise<void> {
    this.#lastSign = Math.max(this.#lastSign + 1, Date.now());
    const row = {
      service: this.#service,
      machine: `${hostname()} (process ${process.pid})`,
      blobs: this.#blobs,
      is_open: isOpen ? 1 : 0,
      sign: this.#lastSign,
      ...(this.#startedAt === null ? {} : { started_at: this.#startedAt }),
    };
    const lines = Buffer.from(jsonLine(row));
    return this.#store.insert({ table: "service_signs", columns: Object.keys(row), lines, isUrgent: true });
  }
}
