import type { Store } from "@/service/store/engine/store";
import { PARKED_AT } from "@/service/store/engine/timestamps";

/** Says that there are no more to find; no project has this name. */
const DONE = "SELECT '', '', 0, 0";

/**
 * Finds the tops of traces without a root that an earlier version stored, once: their first spans. Any later row of
 * `call_tops` replaces them, as when the root comes.
 */
export async function storeMissingTops(store: Store): Promise<void> {
  const [found] = await store.read<{ rows: number }>({ sql: "SELECT count() AS rows FROM call_tops" });
  if (found === undefined || found.rows > 0) return;
  await store.command(`INSERT INTO call_tops (project_id, id, is_top, commit_number)
SELECT project_id, argMin(id, (started_at, id)), 1, 0 FROM call_rows
WHERE length(id) = 16 AND started_at > toDateTime64('${PARKED_AT}', 6, 'UTC')
GROUP BY project_id, trace_id HAVING countIf(parent_id = '') = 0
UNION ALL ${DONE}
SETTINGS max_threads = 2, max_bytes_before_external_group_by = 1000000000`);
}
