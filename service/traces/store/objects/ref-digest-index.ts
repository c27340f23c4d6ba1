import type { Store } from "@/service/traces/store/engine/store";

export interface ReferencingRow {
  readonly rowId: number;
  readonly val: string;
}

/** Returns the first stored rows of tables whose text may contain a ref to a digest. */
export async function rowsReferencing(
  store: Store,
  projectId: string,
  digest: string,
  most: number,
  signal: AbortSignal,
): Promise<readonly ReferencingRow[]> {
  return await store.read<ReferencingRow>({
    sql: `SELECT row_id AS rowId, val FROM table_rows
      WHERE project_id = {project:String} AND has(ref_digests, {digest:String}) ORDER BY row_id LIMIT ${most}`,
    params: { project: projectId, digest },
    signal,
  });
}

/** Returns the tables that contain some rows, with those rows. */
export async function tablesContainingRows(
  store: Store,
  projectId: string,
  rowIds: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await store.read<{ digest: string; rowIds: number[] }>({
    sql: `SELECT table_digest AS digest, groupUniqArray(row_id) AS rowIds FROM table_positions
      WHERE project_id = {project:String} AND row_id IN {rows:Array(UInt64)} GROUP BY table_digest`,
    params: { project: projectId, rows: rowIds },
    signal,
  });
  return new Map(rows.map((row) => [row.digest, row.rowIds]));
}
