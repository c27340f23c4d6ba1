import { join } from "node:path";
import type { Logger } from "pino";
import { damagedPartText, readDamagedParts } from "@/service/traces/store/engine/damaged-parts";
import { ACCEPTED_CALLS_FOLDER, readAsideLogs } from "@/service/traces/store/engine/record-log";
import type { Store } from "@/service/traces/store/engine/store";

/** Rows that cannot be read must be reported. */
export async function logDamage(store: Store, dataFolder: string, log: Logger): Promise<void> {
  for (const { name, records, bytes } of await readAsideLogs(join(dataFolder, ACCEPTED_CALLS_FOLDER))) {
    const file = join(dataFolder, ACCEPTED_CALLS_FOLDER, name);
    const lost = `${records} or more requests (${bytes} bytes) with accepted calls could not be read, because the log was damaged`;
    log.error({ file, records, bytes }, `${lost}. Delete ${file} to end the mark on all answers.`);
  }
  try {
    for (const damage of await readDamagedParts(store)) log.error(damage, damagedPartText(damage));
  } catch (error) {
    // A server may deny access to its system tables.
    log.warn({ err: error }, "could not check whether stored data is damaged");
  }
}
