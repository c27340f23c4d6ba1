import type { Store } from "@/service/traces/store/engine/store";
import type { WhereClause } from "./call-keys";
import { STORED_SIZE_SQL } from "./call-rows";
import { IS_FIRST_SQL, STORED_CALLS_SQL } from "./visible-calls";

/** Returns how many calls meet a condition, at most `limit`. */
export async function countCalls(
  store: Store,
  where: WhereClause,
  limit: number | null,
  signal: AbortSignal,
): Promise<number> {
  const matching = `FROM call_rows WHERE ${where.sql}`;
  const sql =
    limit === null
      ? `SELECT count() AS n ${matching}`
      : `SELECT count() AS n FROM (SELECT 1 ${matching} LIMIT ${limit})`;
  const [row] = await store.read<{ n: number }>({ sql, params: where.params, signal });
  return row?.n ?? 0;
}

/** Roots represent their whole traces; other calls are skipped. */
export async function sumTraceSizes(
  store: Store,
  projectId: string,
  where: WhereClause,
  limit: number | null,
  signal: AbortSignal,
): Promise<number> {
  const traces = `SELECT if(${IS_FIRST_SQL}, trace_id, '') AS trace FROM call_rows WHERE ${where.sql}${limit === null ? "" : ` LIMIT ${limit}`}`;
  const [row] = await store.read<{ bytes: number }>({
    sql: `SELECT sum(${STORED_SIZE_SQL}) AS bytes FROM call_rows
WHERE ${STORED_CALLS_SQL} AND (started_at, id) IN (
  SELECT started_at, id FROM call_rows
  WHERE project_id = {projectId:String} AND trace_id IN (SELECT trace FROM (${traces}) WHERE trace != ''))`,
    params: { ...where.params, projectId },
    signal,
  });
  return row?.bytes ?? 0;
}
