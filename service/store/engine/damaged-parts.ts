import { type Loss, readLosses } from "./part-losses";
import type { Store } from "./store";

/** Stored rows of a table that the engine could not read and set aside: results lack them. */
export interface DamagedParts {
  readonly table: string;
  readonly partCount: number;
  readonly bytes: number;
  /** One of the folders they were moved to. */
  readonly folder: string;
}

/** A part whose content is damaged. */
export interface SetAside {
  readonly table: string;
  readonly part: string;
  /** The engine's own words. */
  readonly reason: string;
  /** The rows that results lack now. */
  readonly losses: readonly Loss[];
}

/** Which parts lie aside because of damage: set aside by {@link setDamagedPartsAside}, or by the engine. */
const ASIDE_SQL =
  "database = currentDatabase() AND (ifNull(reason, '') = '' OR startsWith(ifNull(reason, ''), 'broken'))";

/** Reading everything may take minutes. */
const CHECK_TIMEOUT_MS = 6 * 3_600_000;

/**
 * Reads all stored rows, and sets the parts aside that cannot be read: readers then
 * get all others. The engine does so itself only with damage that it notices when it opens a table, such as a file of another size.
 */
export async function setDamagedPartsAside(store: Store): Promise<SetAside[]> {
  const tables = await store.read<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name",
  });
  const found: SetAside[] = [];
  for (const { name: table } of tables) {
    const parts = await store.read<{ part_path: string; is_passed: number; message: string }>({
      sql: `CHECK TABLE ${table}`,
      isStatement: true,
      // On one thread, beside everything else.
      settings: { check_query_single_value_result: 0, max_threads: 1 },
      timeoutMs: CHECK_TIMEOUT_MS,
    });
    for (const { part_path: part, message } of parts.filter((each) => each.is_passed !== 1)) {
      const losses = await readLosses(store, table, part);
      await store.command(`ALTER TABLE ${table} DETACH PART '${part}'`);
      found.push({ table, part, reason: message, losses });
    }
  }
  return found;
}

/**
 * Returns the parts that were set aside, now or earlier: by the engine when it opened its folder, which names a reason,
 * and by {@link setDamagedPartsAside}, which gives none.
 */
export function readDamagedParts(store: Store): Promise<DamagedParts[]> {
  return store.read<DamagedParts>({
    sql: `SELECT table, count() AS partCount, sum(bytes_on_disk) AS bytes, any(path) AS folder FROM system.detached_parts
      WHERE ${ASIDE_SQL} GROUP BY table ORDER BY table`,
  });
}

/** A part that lies aside. */
export interface AsidePart {
  readonly table: string;
  readonly part: string;
  readonly folder: string;
}

/** Returns the parts that {@link readDamagedParts} counts, one by one. */
export function readAsideParts(store: Store): Promise<AsidePart[]> {
  return store.read<AsidePart>({
    sql: `SELECT table, name AS part, path AS folder FROM system.detached_parts WHERE ${ASIDE_SQL} ORDER BY table, name`,
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
