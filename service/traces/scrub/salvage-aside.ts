import { basename } from "node:path";
import type { Logger } from "pino";
import { StoreClosed } from "@/service/kernel/errors/store-errors";
import type { DamageRecords } from "@/service/traces/store/engine/damage-records";
import { type AsidePart, readAsideParts, type SetAside } from "@/service/traces/store/engine/damaged-parts";
import type { Store } from "@/service/traces/store/engine/store";
import { dropSalvageTables, finishSalvage, SalvageUnfinished } from "@/service/traces/store/salvage/attach-copies";
import { partNameOf } from "@/service/traces/store/salvage/copy-part";
import { readSalvageNote, type SalvageNote, writeSalvageNote } from "@/service/traces/store/salvage/salvage-note";
import { type SalvageOptions, salvagePart } from "@/service/traces/store/salvage/salvage-part";
import { DERIVED_TABLES, dropRollupTables } from "@/service/traces/store/schema/schema-rollups";

export interface SalvageParts extends SalvageOptions {
  readonly log: Logger;
  readonly records: DamageRecords;
}

interface BegunSalvage {
  readonly part: AsidePart;
  readonly note: SalvageNote;
}

/**
 * Stores what can be read of the parts that the engine set aside when it was opened, continues what a stop interrupted,
 * and drops the sums of which a part is damaged: they are computed again from the calls.
 *
 * Before the calls are opened, so that what the log of accepted calls holds is compared with what is there.
 */
export async function salvageAtStart(store: Store, options: SalvageParts): Promise<void> {
  // First those that are nearly done: the copies on their way would look like parts that lie aside.
  for (const { part, note } of await notedParts(store)) {
    if (note?.state === "attaching") await salvageNoted(store, part, note, options);
  }
  try {
    await dropSalvageTables(store);
  } catch (error) {
    if (!(error instanceof SalvageUnfinished)) throw error;
    options.log.error({ err: error }, "a damaged part could not be salvaged: the next start tries again");
    return;
  }
  let hasDamagedSums = false;
  for (const { part, note } of await notedParts(store)) {
    if (DERIVED_TABLES.includes(part.table)) hasDamagedSums = true;
    // Since an earlier version, or an earlier start: other rows may have taken the place of its own.
    else if (note === null && options.records.has(part)) continue;
    else if (note?.state === "done") await completed(store, part, note, options);
    else await salvageNoted(store, part, note ?? (await begun(part)), options);
  }
  if (!hasDamagedSums) return;
  await dropRollupTables(store);
  options.log.warn("sums of calls were damaged: they are computed again from the calls");
}

/** Notes that the readable rows of a part are to be stored again; null when it does not lie aside. */
export async function beginSalvage(
  store: Store,
  { table, part: name, reason }: Pick<SetAside, "table" | "part" | "reason">,
): Promise<BegunSalvage | null> {
  const part = (await readAsideParts(store)).find((each) => each.table === table && each.part === name);
  return part === undefined ? null : { part, note: await begun(part, reason) };
}

/** Stores the readable rows of a part again while calls are written. */
export async function salvageWhileRunning(
  store: Store,
  { part, note }: BegunSalvage,
  options: SalvageParts,
): Promise<void> {
  // The next start does: sums have readers, and rows of calls that run are in a partition that may go at any time.
  const waits = DERIVED_TABLES.includes(part.table) || (part.table === "call_rows" && !isOfFinished(part));
  if (!waits) await salvageNoted(store, part, note, options);
}

const isOfFinished = ({ part }: AsidePart) => partNameOf(part)?.startsWith("0_") === true;

async function notedParts(store: Store): Promise<{ part: AsidePart; note: SalvageNote | null }[]> {
  const parts = await readAsideParts(store);
  return await Promise.all(parts.map(async (part) => ({ part, note: await readSalvageNote(part.folder) })));
}

async function begun(part: AsidePart, reason = ""): Promise<SalvageNote> {
  const note: SalvageNote = { since: new Date().toISOString(), reason, state: "begun", parts: [], missing: null };
  await writeSalvageNote(part.folder, note);
  return note;
}

async function salvageNoted(store: Store, part: AsidePart, note: SalvageNote, options: SalvageParts): Promise<void> {
  const { log } = options;
  const place = { table: part.table, part: basename(part.folder) };
  try {
    const missing = await salvagePart(store, part, note, options);
    if (missing === null) {
      log.error(place, "nothing of a damaged part could be stored again");
      return;
    }
    await noteMissing(part, options.records);
    const rows = missing.reduce((sum, loss) => sum + loss.rows, 0);
    log.error({ ...place, rows, missing }, `what can be read of a damaged part was stored again: all but ${rows} rows`);
  } catch (error) {
    if (error instanceof StoreClosed) throw error;
    // A full disk, for one. Its rows stay marked, and the next start tries again. Copies that wait are not dropped.
    await dropSalvageTables(store).catch(() => undefined);
    log.error({ err: error, ...place }, "what can be read of a damaged part could not be stored again");
  }
}

async function completed(store: Store, part: AsidePart, note: SalvageNote, { records }: SalvageParts): Promise<void> {
  await finishSalvage(store, part, note);
  await noteMissing(part, records);
}

/** Takes over what the note of a part says of its missing rows. */
export async function noteMissing({ table, part, folder }: AsidePart, records: DamageRecords): Promise<void> {
  const note = await readSalvageNote(folder);
  // A part of which everything was stored again is gone, and its note with it.
  if (note === null) await records.remove({ table, part });
  else if (note.missing !== null) await records.add([{ table, part, reason: "", losses: note.missing }]);
}
