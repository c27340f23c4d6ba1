import type { Store } from "@/service/traces/store/engine/store";

/** Ids per query. */
const IDS_PER_QUERY = 1000;

/**
 * Returns the traces of the stored calls with these ids, by id.
 *
 * @param userId only calls of this user; null for those of all
 */
export async function readStoredTraces(
  store: Store,
  projectId: string,
  ids: readonly string[],
  userId: string | null = null,
): Promise<Map<string, string>> {
  const traces = new Map<string, string>();
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const rows = await store.read<{ id: string; trace_id: string }>({
      sql: `SELECT id, trace_id FROM call_rows
WHERE project_id = {projectId:String} AND trace_id != ''${userId === null ? "" : " AND user_id = {userId:String}"} AND (started_at, id) IN (
  SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND id IN {ids:Array(String)})`,
      params: { projectId, ids: ids.slice(at, at + IDS_PER_QUERY), ...(userId === null ? {} : { userId }) },
    });
    for (const row of rows) traces.set(row.id, row.trace_id);
  }
  return traces;
}
