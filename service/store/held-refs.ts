import type { Store } from "@/service/store/store";

/**
 * The digests of objects, ops and tables that the refs in a JSON text name, worked out once by the engine when it stores
 * the text. What the pattern takes for a ref and is none is looked at and left out by whoever asks.
 */
const digestsOf = (column: string) =>
  `arrayDistinct(extractAll(${column}, '"weave:\\\\\\\\?/\\\\\\\\?/\\\\\\\\?/[^"/]*/[^"/]*/(?:(?:object|op)\\\\\\\\?/[^"/:]*:|table\\\\\\\\?/)([^"/:\\\\\\\\]+)'))`;

/** A column of the digests that the refs in `val` name. */
export const refDigestsColumn = `ref_digests Array(String) MATERIALIZED ${digestsOf("val")}`;

/** Few texts hold refs, so most of a table is passed over. */
export const refDigestsIndex = "INDEX ref_digests_bloom ref_digests TYPE bloom_filter(0.001) GRANULARITY 1";

/** For tables that were made before refs were kept: the engine works them out at reading until it merges. */
export const addRefDigests = (table: string): readonly string[] => [
  `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${refDigestsColumn}`,
  `ALTER TABLE ${table} ADD ${refDigestsIndex.replace("INDEX", "INDEX IF NOT EXISTS")}`,
];

export interface HoldingRow {
  readonly rowId: number;
  readonly val: string;
}

/** Stored rows of tables whose text may hold a ref to a digest, the first ones. */
export async function rowsHolding(
  store: Store,
  projectId: string,
  digest: string,
  most: number,
  signal: AbortSignal,
): Promise<readonly HoldingRow[]> {
  return await store.read<HoldingRow>({
    sql: `SELECT row_id AS rowId, val FROM table_rows
      WHERE project_id = {project:String} AND has(ref_digests, {digest:String}) ORDER BY row_id LIMIT ${most}`,
    params: { project: projectId, digest },
    signal,
  });
}

/** The tables that some rows stand in, with those rows. */
export async function tablesOfRows(
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
