import { callColumns } from "@/service/traces/store/calls/call-parts";
import { NEVER_VISIBLE } from "@/service/traces/store/calls/open-rows";
import type { Store } from "@/service/traces/store/engine/store";
import { type EngineTime, PARKED_AT } from "@/service/traces/store/engine/timestamps";

const CHUNK_SIZE = 20_000;

/** Called with the number of calls that are copied, and of all. */
export type UpgradeProgress = (copied: number, total: number) => void;

/**
 * Copies the calls of a data folder that stored them as parts (`call_parts`, see docs/adr/0001-calls-store.md) into
 * `call_rows`, and drops the old table when all of them are there. It can be stopped at any moment: the next start
 * copies what is missing. The new table must exist; nothing may be written meanwhile.
 *
 * Times in SQL are those of the old table's rows, as the engine wrote them.
 *
 * @param chunkSize calls that are copied at a time
 * @param begin called before the first one is copied
 */
export async function upgradeCallParts(
  store: Store,
  onProgress: UpgradeProgress,
  chunkSize = CHUNK_SIZE,
  begin: () => Promise<void> = async () => undefined,
): Promise<void> {
  const [found] = await store.read<{ n: number }>({
    sql: "SELECT count() AS n FROM system.tables WHERE database = currentDatabase() AND name = 'call_parts'",
  });
  if (found?.n !== 1) return;
  await begin();
  const total = await countRows(store, `call_parts WHERE ${STARTED}`);
  let copied = 0;
  for (const range of await chunkRanges(store, chunkSize)) {
    copied += await copyChunk(store, range);
    onProgress(copied, total);
  }
  await copyParkedEnds(store);
  await copyEarlyNames(store);
  const stored = await countRows(store, `call_rows WHERE started_at > '${PARKED_AT}'`);
  if (stored !== total) throw new Error(`The upgrade of the data folder copied ${stored} of ${total} calls.`);
  // The setting permits dropping a table of any size.
  await store.command("DROP TABLE call_parts SYNC SETTINGS max_table_size_to_drop = 0");
}

const STARTED = "bitAnd(kind, 1) = 1";

async function countRows(store: Store, from: string): Promise<number> {
  const [row] = await store.read<{ n: number }>({ sql: `SELECT count() AS n FROM ${from}` });
  return row?.n ?? 0;
}

/** Returns conditions that divide the started calls by time. */
async function chunkRanges(store: Store, chunkSize: number): Promise<readonly string[]> {
  const rows = await store.read<{ startedAt: EngineTime }>({
    sql: `SELECT DISTINCT toString(started_at) AS startedAt FROM (
  SELECT started_at, rowNumberInAllBlocks() AS number
  FROM (SELECT call_parts.started_at AS started_at FROM call_parts WHERE ${STARTED} ORDER BY started_at)
) WHERE number % ${chunkSize} = 0 ORDER BY startedAt`,
  });
  return rows.map(({ startedAt }, at) => {
    const next = rows[at + 1];
    const end = next === undefined ? "" : ` AND started_at < '${next.startedAt}'`;
    return `started_at >= '${startedAt}'${end}`;
  });
}

/** Copies the calls of a time range, unless all of them are copied. Returns their number. */
async function copyChunk(store: Store, range: string): Promise<number> {
  const expected = await countRows(store, `call_parts WHERE ${range} AND ${STARTED}`);
  await copyRows(store, {
    expected,
    target: range,
    source: `${range} AND ${STARTED}`,
    isOpen: "bitAnd(kind, 2) = 0",
    commit: "0",
  });
  return expected;
}

/** Ends whose start has not arrived. Those whose start has arrived since were copied to their call then. */
async function copyParkedEnds(store: Store): Promise<void> {
  const source = `started_at = '${PARKED_AT}' AND bitAnd(kind, 2) = 2 AND ${NOT_STARTED}`;
  await copyRows(store, {
    expected: await countRows(store, `call_parts FINAL WHERE ${source}`),
    target: `started_at = '${PARKED_AT}'`,
    source,
    isOpen: "true",
    commit: String(NEVER_VISIBLE),
  });
}

const NOT_STARTED = `(project_id, id) NOT IN (
  SELECT project_id, id FROM call_parts
  WHERE ${STARTED} AND (project_id, id) IN (SELECT project_id, id FROM call_parts WHERE started_at = '${PARKED_AT}'))`;

interface Copy {
  readonly expected: number;
  /** Conditions on the new and the old rows. */
  readonly target: string;
  readonly source: string;
  readonly isOpen: string;
  readonly commit: string;
}

/** The engine computes the source of calls of earlier versions. */
const COPIED_COLUMNS = callColumns.map(({ name }) => name).filter((name) => name !== "call_source");

async function copyRows(store: Store, { expected, target, source, isOpen, commit }: Copy): Promise<void> {
  const copied = await countRows(store, `call_rows WHERE ${target}`);
  if (copied === expected) return;
  // An earlier start was stopped while it copied these rows.
  if (copied > 0) await store.command(`ALTER TABLE call_rows DELETE WHERE ${target} SETTINGS mutations_sync = 1`);
  const [last] = await store.read<{ number: number }>({ sql: "SELECT max(open_number) AS number FROM call_rows" });
  const computed: Readonly<Record<string, string>> = {
    open_number: `if(${isOpen}, ${(last?.number ?? 0) + 1} + rowNumberInAllBlocks(), 0)`,
    generation: `if(${isOpen}, 1, 0)`,
    commit_number: commit,
    display_name: "ifNull(display_name, '')",
    exception: "ifNull(exception, '')",
  };
  await store.command(
    `INSERT INTO call_rows (${COPIED_COLUMNS.join(", ")})
SELECT ${COPIED_COLUMNS.map((name) => computed[name] ?? name).join(", ")}
FROM call_parts FINAL WHERE ${source}`,
  );
  const stored = await countRows(store, `call_rows WHERE ${target}`);
  if (stored !== expected) throw new Error(`The upgrade of the data folder copied ${stored} of ${expected} calls.`);
}

/** Names of calls whose start has not arrived. */
async function copyEarlyNames(store: Store): Promise<void> {
  await store.command(`INSERT INTO call_names (project_id, id, display_name, commit_number)
SELECT project_id, id, ifNull(display_name, ''), 0 FROM call_parts FINAL
WHERE started_at = '${PARKED_AT}' AND bitAnd(kind, 4) = 4 AND ${NOT_STARTED}`);
}
