import type { Store } from "@/service/traces/store/engine/store";
import { STORED_SIZE_SQL } from "./call-rows";
import { STORED_CALLS_SQL } from "./visible-calls";

/** Returns the bytes stored for all calls of each of these traces. */
export async function readTraceSizes(
  store: Store,
  projectId: string,
  traceIds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  if (traceIds.length === 0) return new Map();
  const rows = await store.read<{ trace: string; bytes: number }>({
    sql: `SELECT trace_id AS trace, sum(${STORED_SIZE_SQL}) AS bytes FROM call_rows
WHERE ${STORED_CALLS_SQL}
  AND (started_at, id) IN (
    SELECT started_at, id FROM call_rows
    WHERE project_id = {projectId:String} AND trace_id IN {traceIds:Array(String)})
GROUP BY trace_id`,
    params: { projectId, traceIds },
    ...(signal ? { signal } : {}),
  });
  return new Map(rows.map((row) => [row.trace, row.bytes]));
}
