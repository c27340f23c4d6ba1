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
import { mendParts } from "@/service/traces/store/salvage/mend-parts";

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
  const mend = (folder: string) => mendClosed(folder, log);
  const salvage = async (store: Store) => {
    await salvageAtStart(store, { log, records });
    const found = await setMiscountedAside(store, log, records);
    // What waits for a start need not wait for the next one.
    if (found > 0) await salvageAtStart(store, { log, records });
  };
  try {
    return await attempt(environment, openOn, watch, { mend, salvage });
  } catch (error) {
    // A server's parts are the business of its operators.
    if (!(error instanceof StoreDamaged) || environment.CLICKHOUSE_URL !== undefined) throw error;
    log.error({ err: error, isProgress: true }, "stored data is damaged: checking all of it, which may take minutes");
  }
  const checkFirst = async (store: Store) => {
    await salvage(store);
    if ((await setAside(store, log, records)) > 0) await salvageAtStart(store, { log, records });
  };
  return await attempt(environment, openOn, watch, { mend, salvage: checkFirst });
}

interface Repairs {
  /** Mends the folder of the engine before it is opened. */
  readonly mend: (folder: string) => Promise<void>;
  /** Stores again what can be read of damaged parts. */
  readonly salvage: (store: Store) => Promise<void>;
}

/** The engine believes small files when it opens a table. */
async function mendClosed(folder: string, log: Logger): Promise<void> {
  for (const part of await mendParts(folder)) {
    const isMended = part.files.length > 0;
    log.error(
      part,
      isMended ? "a file of a part had one wrong byte, which was mended" : "the files of a part do not fit",
    );
  }
  await setMiscountedPartsAside(folder);
}

async function attempt(
  environment: TracesEnvironment,
  openOn: (store: Store) => Promise<Services>,
  watch: DamageWatch,
  { mend, salvage }: Repairs,
): Promise<OpenedTraces> {
  if (environment.CLICKHOUSE_URL === undefined) await mend(tracesFolder(environment));
  const store = openStore(environment, () => watch.noticeDamage());
  try {
    // A server's parts are the business of its operators.
    if (store.kind === "embedded") await salvage(store);
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
