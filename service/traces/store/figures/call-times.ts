import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";

/** Returns when the first and the last of the selected calls started; null when there are none. */
export async function readCallTimes(
  store: Store,
  projectId: string,
  conditions: readonly CallCondition[],
  signal: AbortSignal,
): Promise<{ readonly first: EngineTime; readonly last: EngineTime } | null> {
  const where = callsWhereClause(projectId, conditions);
  const [row] = await store.read<{ calls: number; first: EngineTime; last: EngineTime }>({
    sql: `SELECT count() AS calls, toString(min(call_rows.started_at)) AS first, toString(max(call_rows.started_at)) AS last
FROM call_rows WHERE ${where.sql}`,
    params: where.params,
    signal,
  });
  return row !== undefined && row.calls > 0 ? row : null;
}
