import { STORED_CALLS_OF_ALL_SQL } from "@/service/traces/store/calls/visible-calls";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";

/** Tables besides calls whose rows are enough for a project to be listed. */
const otherRecords = [
  "object_versions FINAL WHERE isNull(deleted_at)",
  "tables WHERE true",
  "files WHERE true",
  "costs FINAL WHERE is_purged = 0",
  "feedback FINAL WHERE is_purged = 0",
];

export interface ProjectRow {
  readonly project_id: string;
  readonly call_count: number;
  readonly last_call_at: EngineTime | null;
}

/** Returns the projects that have stored data; only those in `among` when it is not null. */
export async function readProjects(
  store: Store,
  among: readonly string[] | null,
  signal: AbortSignal,
): Promise<readonly ProjectRow[]> {
  const params = new SqlParams();
  const seen = among === null ? "" : ` AND project_id IN ${params.bind(among, "Array(String)")}`;
  return await store.read<ProjectRow>({ sql: projectsSql(seen), params: params.values(), signal });
}

function projectsSql(seen: string): string {
  const others = otherRecords.map(
    (records) => `UNION ALL SELECT DISTINCT project_id, toUInt64(0) AS calls, NULL AS last FROM ${records}${seen}`,
  );
  return `SELECT project_id, sum(calls) AS call_count, toString(max(last)) AS last_call_at FROM (
  SELECT project_id, count() AS calls, toNullable(max(started_at)) AS last FROM call_rows
  WHERE ${STORED_CALLS_OF_ALL_SQL}${seen}
  GROUP BY project_id
  ${others.join("\n  ")}
) GROUP BY project_id ORDER BY project_id`;
}
