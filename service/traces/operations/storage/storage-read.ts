import type { DamagedTable } from "@/lib/api/contract/admin/service-info";
import type { Handler } from "@/service/traces/handlers/handler";
import type { DamageRecord, DamageRecords } from "@/service/traces/store/engine/damage-records";
import { readDamagedParts } from "@/service/traces/store/engine/damaged-parts";

/** Lists the damaged parts that were set aside at any start, or since the last one, and what the key's projects lack. */
export function readStorageHandler(damage: DamageRecords): Handler<"storage.read"> {
  return async (_input, { store, identity }) => {
    const parts = await readDamagedParts(store);
    // A part that was restored or deleted meanwhile is missing no more.
    if (store.kind === "embedded" && (parts.length > 0 || damage.all.length > 0)) await damage.refresh(store);
    return {
      damaged: [
        ...parts.map(({ table, partCount, bytes }) => ({ table, part_count: partCount, bytes })),
        ...tablesOf(damage.others),
      ],
      missing: [...damage.ofReader(identity.projects)],
    };
  };
}

/** What is damaged beside tables, as the parts of tables are listed. */
function tablesOf(records: readonly DamageRecord[]): DamagedTable[] {
  return [...new Set(records.map(({ table }) => table))].map((table) => {
    const parts = records.filter((each) => each.table === table);
    return { table, part_count: parts.length, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
}
