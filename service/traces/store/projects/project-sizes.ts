import { STORED_SIZE_SQL } from "@/service/traces/store/calls/call-rows";
import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Store } from "@/service/traces/store/engine/store";

const traceBytes = `SELECT sum(${STORED_SIZE_SQL}) AS bytes FROM call_rows WHERE ${STORED_CALLS_SQL}`;

const OBJECT_BYTES = `SELECT sum(size_bytes) AS bytes FROM object_versions FINAL
  WHERE project_id = {projectId:String} AND isNull(deleted_at)`;

/** A row that is in several tables, or several times in one, is stored once. */
const TABLE_BYTES = `SELECT sum(size) AS bytes FROM (
  SELECT any(size_bytes) AS size FROM table_rows WHERE project_id = {projectId:String} GROUP BY digest)`;

const FILE_BYTES = "SELECT sum(size_bytes) AS bytes FROM files FINAL WHERE project_id = {projectId:String}";

const sizes = { traces: traceBytes, objects: OBJECT_BYTES, tables: TABLE_BYTES, files: FILE_BYTES } as const;

/** The kinds of stored data of a project. */
export type StoredKind = keyof typeof sizes;

/** Returns the bytes that a project stores of one kind. */
export async function readStoredBytes(
  store: Store,
  projectId: string,
  kind: StoredKind,
  signal: AbortSignal,
): Promise<number> {
  const [row] = await store.read<{ bytes: number }>({
    sql: sizes[kind],
    params: { projectId },
    signal,
  });
  return row?.bytes ?? 0;
}
