import type { Store } from "@/service/store/engine/store";
import { STARTED_CALLS_SQL } from "./call-keys";
import { STORED_SIZE_SQL } from "./call-rows";

/** Returns the bytes stored for all calls of each of these traces. */
export async function readTraceSizes(
  store: Store,
  projectId: string,
  traceIds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  if (traceIds.length === 0) return new Map();
  const rows = await store.read<{ trace: string; bytes: number }>({
    sql: `SELECT trace_id AS trace, sum(${STORED_SIZE_SQL}) AS bytes FROM call_parts FINAL
WHERE ${STARTED_CALLS_SQL}
  AND (started_at, id) IN (
    SELECT started_at, id FROM call_parts
    WHERE project_id = {projectId:String} AND trace_id IN {traceIds:Array(String)} AND bitAnd(kind, 1) = 1)
GROUP BY trace_id`,
    params: { projectId, traceIds },
    ...(signal ? { signal } : {}),
  });
  return new Map(rows.map((row) => [row.trace, row.bytes]));
}
