import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import { jsonPathSql } from "@/service/traces/store/expression/json-path";
import { payloadSearchSql } from "@/service/traces/store/expression/payload-search";
import { filterConditions } from "./call-filter";
import { callsWhereClause } from "./call-keys";

/** The calls, the place to look (a payload column and a path inside it), and the maximum number of refs. */
interface RefsAsked {
  readonly projectId: string;
  readonly filter: CallsFilter | null | undefined;
  readonly path: readonly string[];
  readonly most: number;
}

/** Returns the distinct refs at one path of the calls that a filter selects. */
export async function readRefsInCalls(
  store: Store,
  { projectId, filter, path, most }: RefsAsked,
  signal: AbortSignal,
): Promise<string[]> {
  const [column = "", ...rest] = path;
  const params = new SqlParams();
  const { text } = jsonPathSql(payloadSearchSql(column), rest, params);
  const where = callsWhereClause(projectId, filterConditions(filter));
  const rows = await store.read<{ ref: string }>({
    sql: `SELECT DISTINCT ${text} AS ref FROM call_rows
WHERE ${where.sql}
  AND startsWith(ref, 'weave:///') LIMIT ${most}`,
    params: { ...where.params, ...params.values() },
    signal,
  });
  return rows.map(({ ref }) => ref);
}
