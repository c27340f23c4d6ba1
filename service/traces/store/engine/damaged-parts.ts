import { StoreError } from "@/service/kernel/errors/store-errors";
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

/** Reading a large part may take minutes. */
const CHECK_TIMEOUT_MS = 6 * 3_600_000;

/** The engine's code for a part that was merged into another one, whose bytes that compared. */
const NO_SUCH_PART = 232;

interface PartCheck {
  readonly is_passed: number;
  readonly message: string;
}

interface AsideCalls {
  /** Called with a part before it is set aside: from then on results lack its rows. */
  readonly onFound?: (found: SetAside) => Promise<void>;
  /** Called when it lies aside, before the next one is read. */
  readonly onAside?: (found: SetAside) => Promise<void>;
  /** Waits after each part, so that other work has its turn. */
  readonly rested?: (() => Promise<void>) | undefined;
}

/**
 * Reads all stored rows, and sets the parts aside that cannot be read: readers then
 * get all others. The engine does so itself only with damage that it notices when it opens a table, such as a file of another size.
 */
export async function setDamagedPartsAside(store: Store, calls: AsideCalls = {}): Promise<SetAside[]> {
  const parts = await store.read<{ table: string; part: string }>({
    sql: `SELECT table, name AS part FROM system.parts WHERE database = currentDatabase() AND active
AND engine LIKE '%MergeTree' ORDER BY table, name`,
  });
  const found: SetAside[] = [];
  for (const part of parts) {
    const reason = await checkPart(store, part.table, part.part);
    if (reason !== null) found.push(await setPartAside(store, part, reason, calls));
    await calls.rested?.();
  }
  return found;
}

/** Sets one part aside, after a look at whose rows it has. */
export async function setPartAside(
  store: Store,
  { table, part }: Pick<SetAside, "table" | "part">,
  reason: string,
  { onFound, onAside }: AsideCalls = {},
): Promise<SetAside> {
  const losses = await readLosses(store, table, part);
  const aside = { table, part, reason, losses };
  await onFound?.(aside);
  await store.command(`ALTER TABLE ${table} DETACH PART '${part}'`);
  await onAside?.(aside);
  return aside;
}

/** Returns what is wrong with a part, in the engine's own words; null when it can be read. */
async function checkPart(store: Store, table: string, part: string): Promise<string | null> {
  try {
    const checks = await store.read<PartCheck>({
      sql: `CHECK TABLE ${table} PART '${part}'`,
      isRepair: true,
      // On one thread, beside everything else.
      settings: { check_query_single_value_result: 0, max_threads: 1 },
      timeoutMs: CHECK_TIMEOUT_MS,
    });
    return checks.find(({ is_passed: isPassed }) => isPassed !== 1)?.message ?? null;
  } catch (error) {
    if (error instanceof StoreError && error.engineCode === NO_SUCH_PART) return null;
    throw error;
  }
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
    "rows of it. Bring them back from a backup with the command repair, or delete that folder if you do not need them."
  );
}
