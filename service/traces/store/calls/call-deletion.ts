import type { Store } from "@/service/traces/store/engine/store";
import type { CallKey } from "./call-keys";
import type { CallWriter } from "./call-writer";
import { STORED_CALLS_SQL } from "./visible-calls";

/** Maximum number of ids in one query; a parameter of this many ids is about 200 KB. */
const DELETION_BATCH_SIZE = 5000;

/**
 * Marks calls and all their descendants, in any trace, as deleted.
 * @returns how many existing calls were deleted
 */
export async function deleteCalls(
  store: Store,
  writer: CallWriter,
  projectId: string,
  ids: readonly string[],
  userId: string,
  signal?: AbortSignal,
): Promise<number> {
  const keysById = new Map<string, CallKey>();
  let level = await liveCalls(store, projectId, "id", [...new Set(ids)], signal);
  while (level.length > 0) {
    for (const key of level) keysById.set(key.id, key);
    const parents = level.map((key) => key.id);
    const children = await liveCalls(store, projectId, "parent_id", parents, signal);
    level = children.filter((key) => !keysById.has(key.id));
  }
  if (keysById.size === 0) return 0;
  await writer.delete(projectId, [...keysById.values()], userId);
  return keysById.size;
}

async function liveCalls(
  store: Store,
  projectId: string,
  column: "id" | "parent_id",
  values: readonly string[],
  signal: AbortSignal | undefined,
): Promise<CallKey[]> {
  const keys: CallKey[] = [];
  for (let at = 0; at < values.length; at += DELETION_BATCH_SIZE) {
    const rows = await store.read<CallKey>({
      sql: `SELECT toString(call_rows.started_at) AS startedAt, call_rows.id AS id FROM call_rows
WHERE ${STORED_CALLS_SQL} AND call_rows.${column} IN {values:Array(String)}`,
      params: { projectId, values: values.slice(at, at + DELETION_BATCH_SIZE) },
      ...(signal ? { signal } : {}),
    });
    keys.push(...rows);
  }
  return keys;
}
