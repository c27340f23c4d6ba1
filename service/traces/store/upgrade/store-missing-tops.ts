import type { Store } from "@/service/traces/store/engine/store";
import { PARKED_AT } from "@/service/traces/store/engine/timestamps";

/** The rows that say of which calls there are no more to find; no project has this name. */
const DONE = { spans: "", calls: "calls of SDKs" } as const;

/**
 * Finds the tops of traces without a root that an earlier version stored, once: their first spans, and the first calls of
 * those without spans. Any later row of `call_tops` replaces them, as when the root comes.
 */
export async function storeMissingTops(store: Store): Promise<void> {
  const [found] = await store.read<{ rows: number; calls: number }>({
    sql: `SELECT count() AS rows, countIf(project_id = '' AND id = '${DONE.calls}') AS calls FROM call_tops`,
  });
  if (found === undefined || (found.rows > 0 && found.calls > 0)) return;
  if (await isEmpty(store)) {
    await store.command(`INSERT INTO call_tops (project_id, id) VALUES ('', '${DONE.spans}'), ('', '${DONE.calls}')`);
    return;
  }
  if (found.rows === 0) await store.command(topsSql("length(id) = 16", "1", DONE.spans));
  if (found.calls === 0) await store.command(topsSql("1", "countIf(length(id) = 16) = 0", DONE.calls));
}

/** A new folder's start need not analyze what nothing is found by. */
async function isEmpty(store: Store): Promise<boolean> {
  const [found] = await store.read<{ rows: number }>({ sql: "SELECT count() AS rows FROM call_rows" });
  return found?.rows === 0;
}

/**
 * @param condition of calls
 * @param ofTrace condition of the calls of a trace
 */
const topsSql = (condition: string, ofTrace: string, done: string): string =>
  `INSERT INTO call_tops (project_id, id, is_top, commit_number)
SELECT project_id, argMin(id, (started_at, id)), 1, 0 FROM call_rows
WHERE ${condition} AND started_at > toDateTime64('${PARKED_AT}', 6, 'UTC')
GROUP BY project_id, trace_id HAVING countIf(parent_id = '') = 0 AND ${ofTrace}
UNION ALL SELECT '', '${done}', 0, 0
SETTINGS max_threads = 2, max_bytes_before_external_group_by = 1000000000`;
