import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { AboutBackup } from "@/service/traces/backup/backup-format";
import type { SignatureState } from "@/service/traces/backup/backup-signature";
import { type BackupTrust, restoreBackup } from "@/service/traces/backup/restore-backup";
import { DamageRecords } from "@/service/traces/store/engine/damage-records";
import { type AsidePart, readAsideParts } from "@/service/traces/store/engine/damaged-parts";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { REPAIRED_TABLES, type RepairedPart, repairPart } from "@/service/traces/store/salvage/rows-of-backup";
import { dropRollupTables } from "@/service/traces/store/schema/schema-rollups";
import { noteMissing, salvageAtStart } from "./salvage-aside";

export interface RepairResult {
  readonly about: AboutBackup;
  readonly signature: SignatureState;
  readonly repaired: readonly RepairedPart[];
  /** Tables with missing rows that a backup does not bring back. */
  readonly others: readonly string[];
}

interface RepairRequest {
  readonly dataFolder: string;
  /** The backup. */
  readonly file: string;
  readonly trust: BackupTrust;
  readonly log: Logger;
}

/**
 * Brings rows back from a backup that are marked as missing because parts of tables are damaged. The service must not
 * run. What a stop interrupted is ended by the next start, and can be repeated.
 *
 * @throws BackupError when the file is not a complete, undamaged backup, or not one that the key signed; StoreLocked
 * while the service runs
 */
export async function repairFromBackup({ dataFolder, file, trust, log }: RepairRequest): Promise<RepairResult> {
  const store = openEmbeddedStore({ folder: join(dataFolder, "traces") });
  const unpacked = `${dataFolder}.repair`;
  try {
    const records = await DamageRecords.open(dataFolder);
    await salvageAtStart(store, { log, records });
    await records.refresh(store);
    const aside = await readAsideParts(store);
    // A stop may have left it.
    await rm(unpacked, { recursive: true, force: true });
    const { about, signature } = await restoreBackup(file, unpacked, trust);
    const repaired = await repairAll(store, records, aside, join(unpacked, "traces"));
    return { about, signature, repaired, others: othersOf(records) };
  } finally {
    await store.close();
    await rm(unpacked, { recursive: true, force: true });
  }
}

async function repairAll(
  store: Store,
  records: DamageRecords,
  aside: readonly AsidePart[],
  traces: string,
): Promise<RepairedPart[]> {
  const repaired: RepairedPart[] = [];
  for (const part of aside.filter(({ table }) => REPAIRED_TABLES.includes(table))) {
    const missing = records.missingOf(part);
    if (missing.length === 0) continue;
    const result = await repairPart(store, part, missing, traces);
    repaired.push(result);
    await noteMissing(part, records);
  }
  // The sums may have been computed while the calls were missing: the next start computes them again.
  if (repaired.some(({ table, cameBack }) => table === "call_rows" && cameBack > 0)) await dropRollupTables(store);
  return repaired;
}

function othersOf(records: DamageRecords): string[] {
  const tables = records.all.map(({ table }) => table).filter((table) => !REPAIRED_TABLES.includes(table));
  return [...new Set(tables)].sort();
}
