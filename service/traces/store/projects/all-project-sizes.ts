import { STORED_SIZE_SQL } from "@/service/traces/store/calls/call-rows";
import { STORED_CALLS_OF_ALL_SQL } from "@/service/traces/store/calls/visible-calls";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";

/** The bytes of a project by kind, as they were sent. */
export interface StoredSizes {
  readonly project_id: string;
  readonly calls: number;
  readonly traces_bytes: number;
  readonly objects_bytes: number;
  readonly tables_bytes: number;
  readonly files_bytes: number;
  /** Of calls that started in the last seven days. */
  readonly week_bytes: number;
}

const KINDS = ["calls", "traces", "week", "objects", "tables", "files"] as const;

/** The columns of one kind of record, in the order of {@link KINDS}; what it has none of is 0. */
const columns = (own: Partial<Record<(typeof KINDS)[number], string>>) =>
  KINDS.map((kind) => `toUInt64(${own[kind] ?? "0"}) AS ${kind}`).join(", ");

/**
 * Adds up the stored bytes of all projects, the largest first. A row that is in several tables of a project, or several
 * times in one, is stored once.
 *
 * @param among the only projects to be read; null for all
 */
export async function readAllStoredSizes(
  store: Store,
  among: readonly string[] | null,
  signal: AbortSignal,
): Promise<readonly StoredSizes[]> {
  const params = new SqlParams();
  const seen = among === null ? "" : ` AND project_id IN ${params.bind(among, "Array(String)")}`;
  const size = `sum(${STORED_SIZE_SQL})`;
  const week = `sumIf(${STORED_SIZE_SQL}, started_at >= now() - INTERVAL 7 DAY)`;
  const records = [
    `SELECT project_id, ${columns({ calls: "count()", traces: size, week })}
  FROM call_rows WHERE ${STORED_CALLS_OF_ALL_SQL}${seen} GROUP BY project_id`,
    `SELECT project_id, ${columns({ objects: "sum(size_bytes)" })}
  FROM object_versions FINAL WHERE isNull(deleted_at)${seen} GROUP BY project_id`,
    `SELECT project_id, ${columns({ tables: "sum(size)" })} FROM (
    SELECT project_id, any(size_bytes) AS size FROM table_rows WHERE true${seen} GROUP BY project_id, digest
  ) GROUP BY project_id`,
    `SELECT project_id, ${columns({ files: "sum(size_bytes)" })}
  FROM files FINAL WHERE true${seen} GROUP BY project_id`,
  ];
  return await store.read<StoredSizes>({
    sql: `SELECT project_id, sum(calls) AS calls, sum(traces) AS traces_bytes, sum(objects) AS objects_bytes,
  sum(tables) AS tables_bytes, sum(files) AS files_bytes, sum(week) AS week_bytes
FROM (${records.join(" UNION ALL ")}) GROUP BY project_id
ORDER BY traces_bytes + objects_bytes + tables_bytes + files_bytes DESC, project_id`,
    params: params.values(),
    signal,
  });
}

/** Returns what the engine's tables take on disk, compressed. */
export async function readEngineBytes(store: Store, signal: AbortSignal): Promise<number> {
  const [row] = await store.read<{ bytes: number }>({
    sql: "SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()",
    signal,
  });
  return row?.bytes ?? 0;
}
