import type { Store } from "./store";

/** Stored rows of a table that the engine could not read and set aside: results lack them. */
export interface DamagedParts {
  readonly table: string;
  readonly partCount: number;
  readonly bytes: number;
  /** One of the folders they were moved to. */
  readonly folder: string;
}

/** Returns the parts that the engine set aside when it opened its folder, now or at an earlier start. */
export function readDamagedParts(store: Store): Promise<DamagedParts[]> {
  return store.read<DamagedParts>({
    sql: `SELECT table, count() AS partCount, sum(bytes_on_disk) AS bytes, any(path) AS folder FROM system.detached_parts
      WHERE database = currentDatabase() AND startsWith(ifNull(reason, ''), 'broken') GROUP BY table ORDER BY table`,
  });
}

/** Returns a sentence for the log and the terminal. */
export function damagedPartText({ table, partCount, bytes, folder }: DamagedParts): string {
  const parts = partCount === 1 ? "1 part" : `${partCount} parts`;
  return (
    `${parts} of the table ${table} (${bytes} bytes) could not be read and lies aside in ${folder}: what is shown lacks ` +
    "its rows. Restore it from a backup, or delete that folder if you do not need the rows."
  );
}
