import { join } from "node:path";
import type { Logger } from "pino";
import type { Environment } from "@/lib/environment/environment";
import { RepeatedStep } from "@/service/concurrency/repeated-step";
import { StoreClosed, StoreDamaged } from "@/service/errors/store-errors";
import type { Services } from "@/service/handlers/handler";
import type { DamageRecords } from "@/service/store/engine/damage-records";
import { setDamagedPartsAside } from "@/service/store/engine/damaged-parts";
import { openEmbeddedStore } from "@/service/store/engine/embedded-store";
import { openServerStore } from "@/service/store/engine/server-store";
import type { Store } from "@/service/store/engine/store";

export type TracesEnvironment = Pick<Environment, "dataFolder"> & Partial<Pick<Environment, "CLICKHOUSE_URL">>;

/** A check reads everything, so one that found nothing is not repeated for each query that fails. */
const CHECK_INTERVAL_MS = 3_600_000;

/** Everything that is stored is compared with its checksums in this time, so that damage is found although no one reads it. */
const SCRUB_INTERVAL_MS = 24 * 3_600_000;

interface OpenedTraces {
  readonly store: Store;
  /** Ends the checks of what is stored. */
  readonly stopChecks: () => Promise<void>;
  readonly services: Services;
}

/**
 * Opens the store of traces and the services on it. Damaged parts are set aside, at the start and later: results lack
 * their rows from then on, and Settings → Storage lists them.
 *
 * @param openOn opens the services on a store; called a second time when a damaged part ended the first
 * @param records notes what results lack from then on
 * @throws StoreLocked when another process uses the folder, StoreError when the engine cannot open it
 */
export async function openTraces(
  environment: TracesEnvironment,
  openOn: (store: Store) => Promise<Services>,
  log: Logger,
  records: DamageRecords,
): Promise<OpenedTraces> {
  const watch = new DamageWatch(log, records);
  try {
    return await attempt(environment, openOn, watch);
  } catch (error) {
    // A server's parts are the business of its operators.
    if (!(error instanceof StoreDamaged) || environment.CLICKHOUSE_URL !== undefined) throw error;
    log.error({ err: error, isProgress: true }, "stored data is damaged: checking all of it, which may take minutes");
  }
  const checkFirst = async (store: Store) => {
    await setAside(store, log, records);
    return await openOn(store);
  };
  return await attempt(environment, checkFirst, watch);
}

async function attempt(
  environment: TracesEnvironment,
  openOn: (store: Store) => Promise<Services>,
  watch: DamageWatch,
): Promise<OpenedTraces> {
  const store = openStore(environment, () => watch.noticeDamage());
  try {
    const services = await openOn(store);
    await watch.begin(store);
    return { store, services, stopChecks: () => watch.stop() };
  } catch (error) {
    // Ends what the failed start left running, and frees the folder.
    await store.close();
    throw error;
  }
}

function openStore({ CLICKHOUSE_URL, dataFolder }: TracesEnvironment, onDamage: () => void): Store {
  return CLICKHOUSE_URL === undefined
    ? openEmbeddedStore({ folder: join(dataFolder, "traces"), onDamage })
    : openServerStore(CLICKHOUSE_URL);
}

/** Returns the number of parts that were set aside. */
async function setAside(store: Store, log: Logger, records: DamageRecords): Promise<number> {
  const found = await setDamagedPartsAside(store);
  await records.add(found);
  for (const { table, part, reason, losses } of found) {
    log.error({ table, part, reason, losses }, `the damaged part ${part} of the table ${table} was set aside`);
  }
  return found.length;
}

/** Checks the store daily, and when a query meets a damaged part, one check at a time. */
class DamageWatch {
  readonly #log: Logger;
  readonly #records: DamageRecords;
  #store: Store | null = null;
  #scrub: RepeatedStep | null = null;
  #isChecking = false;
  #lastCheckMs = Number.NEGATIVE_INFINITY;
  #hasFound = true;

  constructor(log: Logger, records: DamageRecords) {
    this.#log = log;
    this.#records = records;
  }

  /** Damage that is noticed before ends the start, which has a check of its own. */
  async begin(store: Store): Promise<void> {
    this.#store = store;
    // A server's parts are the business of its operators.
    if (store.kind !== "embedded") return;
    await this.#records.refresh(store);
    this.#scrub = new RepeatedStep(
      () => this.#check(store),
      SCRUB_INTERVAL_MS,
      () => undefined,
    );
  }

  /** A check that runs ends with the store. */
  async stop(): Promise<void> {
    if (!this.#isChecking) await this.#scrub?.stop();
  }

  noticeDamage(): void {
    const isDue = this.#hasFound || performance.now() - this.#lastCheckMs > CHECK_INTERVAL_MS;
    if (this.#store === null || this.#isChecking || !isDue) return;
    this.#log.error("stored data is damaged: checking all of it");
    void this.#check(this.#store);
  }

  async #check(store: Store): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      this.#hasFound = (await setAside(store, this.#log, this.#records)) > 0;
    } catch (error) {
      this.#hasFound = false;
      if (!(error instanceof StoreClosed)) this.#log.error({ err: error }, "stored data could not be checked");
    }
    this.#lastCheckMs = performance.now();
    this.#isChecking = false;
  }
}
