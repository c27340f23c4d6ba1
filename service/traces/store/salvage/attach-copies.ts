import { open, readdir, rename, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type AsidePart, readAsideParts } from "@/service/traces/store/engine/damaged-parts";
import type { Store } from "@/service/traces/store/engine/store";
import { partNameOf } from "./copy-part";
import { removedSinceSql } from "./removed-meanwhile";
import { readSalvageNote, type SalvageNote, writeSalvageNote } from "./salvage-note";

/** A table with a copy of the damaged part, and one with the rows of it that can be read. */
export const SALVAGE_TABLES = { from: "salvage_from", to: "salvage_to" } as const;

const { from: FROM, to: TO } = SALVAGE_TABLES;

/** A step between which and the next one a kill may come. */
export type SalvageStep = "copied" | "noted" | "moved" | "attached" | "done";

/** Copies wait to be put into their table. */
export class SalvageUnfinished extends Error {
  override readonly name = "SalvageUnfinished";
}

/**
 * Drops what a stop left of a salvage whose note says that it is begun or done.
 * @throws SalvageUnfinished when there are copies that wait: without them, their rows would be lost
 */
export async function dropSalvageTables(store: Store): Promise<void> {
  for (const { folder, part } of await readAsideParts(store)) {
    const note = await readSalvageNote(folder);
    if (note?.state === "attaching") throw new SalvageUnfinished(`The copies of ${part} are not in their table yet.`);
  }
  const left = await store.read<{ name: string }>({
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN ('${FROM}', '${TO}')`,
  });
  for (const { name } of left) await store.command(`DROP TABLE ${name} SYNC`);
}

/** Notes that the copied rows are complete, and what they lack. */
export async function notedAs(
  { folder }: AsidePart,
  { since, reason }: SalvageNote,
  outcome: Pick<SalvageNote, "parts" | "missing">,
): Promise<SalvageNote> {
  const attaching: SalvageNote = { since, reason, state: "attaching", ...outcome };
  await writeSalvageNote(folder, attaching);
  return attaching;
}

/** The name of a part's folder. */
export const nameOf = (folder: string) => basename(folder.replace(/\/$/, ""));

/** The folder with the parts of a table that are detached. */
export async function detachedFolder(store: Store, table: string): Promise<string> {
  const [found] = await store.read<{ path: string }>({
    sql: `SELECT data_paths[1] AS path FROM system.tables WHERE database = currentDatabase() AND name = '${table}'`,
  });
  return join(found?.path ?? "", "detached");
}

/** Detaches the copied rows, under names that no part of the table has. Returns the names. */
export async function detachCopies(store: Store): Promise<string[]> {
  const partitions = await store.read<{ partition: string }>({
    sql: `SELECT DISTINCT partition_id AS partition FROM system.parts
WHERE database = currentDatabase() AND table = '${TO}' AND active`,
  });
  for (const { partition } of partitions) await store.command(`ALTER TABLE ${TO} DETACH PARTITION ID '${partition}'`);
  const folder = await detachedFolder(store, TO);
  const names: string[] = [];
  // The numbers of inserts never get there.
  let block = Date.now() * 1000;
  for (const copied of (await readdir(folder)).sort()) {
    const partition = partNameOf(copied)?.split("_")[0];
    if (partition === undefined) continue;
    block += 1;
    const name = `${partition}_${block}_${block}_0`;
    await rename(join(folder, copied), join(folder, name));
    names.push(name);
  }
  await syncFolder(folder);
  return names;
}

/** Puts the copied rows into their table, and ends the salvage. What a stop interrupted is continued. */
export async function attachCopies(
  store: Store,
  aside: AsidePart,
  note: SalvageNote,
  onStep?: (step: SalvageStep) => Promise<void>,
): Promise<void> {
  const own = dirname(aside.folder.replace(/\/$/, ""));
  const copies = (await hasTable(store, TO)) ? await detachedFolder(store, TO) : null;
  for (const name of note.parts) {
    // A stop may have left it on its way; where it is in neither place, it is in the table.
    const isMoved =
      (await moved(join(own, `attaching_${name}`), join(own, name))) ||
      (copies !== null && (await moved(join(copies, name), join(own, name)))) ||
      (await isThere(join(own, name)));
    if (!isMoved) continue;
    await onStep?.("moved");
    await store.command(`ALTER TABLE ${aside.table} ATTACH PART '${name}'`);
    await onStep?.("attached");
  }
  if (aside.table === "call_rows") await removeRemoved(store, new Date(note.since));
  await writeSalvageNote(aside.folder, { ...note, state: "done" });
  await onStep?.("done");
  await finishSalvage(store, aside, note);
}

/** Removes what retention decided to remove between the copy and now. */
async function removeRemoved(store: Store, since: Date): Promise<void> {
  const removed = await removedSinceSql(store, since, { isExact: true });
  if (removed === null) return;
  await store.command(`ALTER TABLE call_rows DELETE IN PARTITION 0 WHERE ${removed} SETTINGS mutations_sync = 1`);
}

/** Drops the copies; with them the part itself when all of its rows are stored again. */
export async function finishSalvage(store: Store, { folder }: AsidePart, { missing }: SalvageNote): Promise<void> {
  if (missing?.length === 0) {
    if (!(await hasTable(store, FROM)))
      await store.command(`CREATE TABLE ${FROM} (n UInt8) ENGINE = MergeTree ORDER BY n`);
    await rename(folder, join(await detachedFolder(store, FROM), "whole"));
  }
  await dropSalvageTables(store);
}

async function hasTable(store: Store, name: string): Promise<boolean> {
  const rows = await store.read({
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND name = '${name}'`,
  });
  return rows.length > 0;
}

/** Returns false when there is nothing to move. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  await Promise.all([syncFolder(dirname(from)), syncFolder(dirname(to))]);
  return true;
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
