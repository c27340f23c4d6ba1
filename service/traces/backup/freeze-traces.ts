import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "@/service/traces/store/engine/store";

/**
 * The sums of calls are frozen before what they are computed from, and the calls last: sums that lack calls are
 * completed at the next start, and those that have more could not be corrected.
 */
const FIRST_TABLE = "call_rollups";
const LAST_TABLE = "call_rows";

const placeOf = (table: string): number => (table === FIRST_TABLE ? 0 : table === LAST_TABLE ? 2 : 1);

/** Where the embedded engine links the files of frozen tables, in its folder. */
const FROZEN_FOLDER = "shadow";

/**
 * Links the files of all tables as they are now, without copying them. Each table is frozen at one moment; the tables
 * one after the other, which is what a crash would leave, and the service repairs that when it starts.
 *
 * @returns the name of the frozen state, for `frozenFolder`
 */
export async function freezeTraces(store: Store): Promise<string> {
  // The engine escapes everything but letters and digits in the name of the folder.
  const name = randomUUID().replaceAll("-", "");
  const tables = await store.read<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND NOT startsWith(name, 'salvage_') ORDER BY name",
  });
  const names = tables.map((table) => table.name);
  for (const table of names.sort((left, right) => placeOf(left) - placeOf(right))) {
    await store.command(`ALTER TABLE ${table} FREEZE WITH NAME '${name}'`);
  }
  return name;
}

/** Returns the folder of a frozen state, laid out as the engine's folder is. */
export function frozenFolder(tracesFolder: string, name: string): string {
  return join(tracesFolder, FROZEN_FOLDER, name);
}

/** Deletes a frozen state, or all: they keep files on disk that the engine itself no longer needs. */
export async function removeFrozen(tracesFolder: string, name?: string): Promise<void> {
  const folder = name === undefined ? join(tracesFolder, FROZEN_FOLDER) : frozenFolder(tracesFolder, name);
  await rm(folder, { recursive: true, force: true });
}
