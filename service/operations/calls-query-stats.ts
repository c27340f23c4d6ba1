import { InvalidRequest } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { selectionOf } from "@/service/operations/call-selection";
import { startedCalls, type Where, whereCalls } from "@/service/store/call-keys";
import { storedSize } from "@/service/store/call-rows";
import type { Store } from "@/service/store/store";

/** Counts the selected calls, at most up to `limit`, and adds up the sizes of their traces when asked. */
export const queryCallStats: Handler<"calls.queryStats"> = async ({ body }, context) => {
  const { store, signal } = context;
  const limit = body.limit ?? null;
  if (limit !== null && limit < 1) throw new InvalidRequest("Limit must be a positive integer");
  const { conditions } = await selectionOf(context, body);
  const where = whereCalls(body.project_id, conditions);
  const [count, bytes] = await Promise.all([
    countCalls(store, where, limit, signal),
    body.include_total_storage_size ? sumTraceSizes(store, body.project_id, where, limit, signal) : null,
  ]);
  return {
    count,
    total_storage_size_bytes: bytes,
    has_more: limit !== null && count === limit,
  };
};

async function countCalls(store: Store, where: Where, limit: number | null, signal: AbortSignal): Promise<number> {
  const matching = `FROM ${where.source} WHERE ${where.sql}`;
  const sql =
    limit === null
      ? `SELECT count() AS n ${matching}`
      : `SELECT count() AS n FROM (SELECT 1 ${matching} LIMIT ${limit})`;
  const [row] = await store.read<{ n: number }>({ sql, params: where.params, signal });
  return row?.n ?? 0;
}

/** Roots stand for their whole traces; other calls add nothing. */
async function sumTraceSizes(
  store: Store,
  projectId: string,
  where: Where,
  limit: number | null,
  signal: AbortSignal,
): Promise<number> {
  const traces = `SELECT if(parent_id = '', trace_id, '') AS trace FROM ${where.source} WHERE ${where.sql}${limit === null ? "" : ` LIMIT ${limit}`}`;
  const [row] = await store.read<{ bytes: number }>({
    sql: `SELECT sum(${storedSize}) AS bytes FROM call_parts
WHERE project_id = {projectId:String} AND (started_at, id) IN (
  SELECT started_at, id FROM call_parts
  WHERE ${startedCalls} AND trace_id IN (SELECT trace FROM (${traces}) WHERE trace != ''))`,
    params: { ...where.params, projectId },
    signal,
  });
  return row?.bytes ?? 0;
}
