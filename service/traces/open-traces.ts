import { join } from "node:path";
import type { Logger } from "pino";
import type { Environment } from "@/lib/environment/environment";
import { StoreDamaged } from "@/service/kernel/errors/store-errors";
import type { Services } from "@/service/traces/handlers/handler";
import { DamageWatch, setAside, setMiscountedAside } from "@/service/traces/scrub/damage-watch";
import { salvageAtStart } from "@/service/traces/scrub/salvage-aside";
import type { DamageRecords } from "@/service/traces/store/engine/damage-records";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { setMiscountedPartsAside } from "@/service/traces/store/engine/miscounted-parts";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import type { Store } from "@/service/traces/store/engine/store";

export type TracesEnvironment = Pick<Environment, "dataFolder"> & Partial<Pick<Environment, "CLICKHOUSE_URL">>;

interface OpenedTraces {
  readonly store: Store;
  /** Checks what is stored. */
  readonly watch: DamageWatch;
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
  const watch = new DamageWatch({ dataFolder: environment.dataFolder, log, records });
  const salvage = async (store: Store) => {
    await salvageAtStart(store, { log, records });
    const found = await setMiscountedAside(store, log, records);
    // What waits for a start need not wait for the next one.
    if (found > 0) await salvageAtStart(store, { log, records });
  };
  try {
    return await attempt(environment, openOn, watch, salvage);
  } catch (error) {
    // A server's parts are the business of its operators.
    if (!(error instanceof StoreDamaged) || environment.CLICKHOUSE_URL !== undefined) throw error;
    log.error({ err: error, isProgress: true }, "stored data is damaged: checking all of it, which may take minutes");
  }
  const checkFirst = async (store: Store) => {
    await salvage(store);
    if ((await setAside(store, log, records)) > 0) await salvageAtStart(store, { log, records });
  };
  return await attempt(environment, openOn, watch, checkFirst);
}

async function attempt(
  environment: TracesEnvironment,
  openOn: (store: Store) => Promise<Services>,
  watch: DamageWatch,
  repair: (store: Store) => Promise<void>,
): Promise<OpenedTraces> {
  if (environment.CLICKHOUSE_URL === undefined) await setMiscountedPartsAside(tracesFolder(environment));
  const store = openStore(environment, () => watch.noticeDamage());
  try {
    // A server's parts are the business of its operators.
    if (store.kind === "embedded") await repair(store);
    const services = await openOn(store);
    await watch.begin(store);
    return { store, services, watch };
  } catch (error) {
    // Ends what the failed start left running, and frees the folder.
    await store.close();
    throw error;
  }
}

const tracesFolder = ({ dataFolder }: TracesEnvironment) => join(dataFolder, "traces");

function openStore(environment: TracesEnvironment, onDamage: () => void): Store {
  const { CLICKHOUSE_URL } = environment;
  return CLICKHOUSE_URL === undefined
    ? openEmbeddedStore({ folder: tracesFolder(environment), onDamage })
    : openServerStore(CLICKHOUSE_URL);
}
