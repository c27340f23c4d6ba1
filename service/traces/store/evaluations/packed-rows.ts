import type { Query, Store } from "@/service/traces/store/engine/store";

/** Rows in one array: more would be parsed in one piece, which nothing else could interrupt. */
const ROWS_PER_PACK = 5000;

/**
 * Reads many small rows as arrays of values, packed into few lines, which takes the engine and the parser half of the time
 * of lines with names. Objects in a column arrive as arrays of their members.
 *
 * One array of whole rows, not one per column: the engine drops nulls from arrays, and adds the values of a sparse column
 * in another order.
 *
 * @param sql rows in any order: arrays would not keep one
 * @param columns the names of its columns
 * @param rowOf a row from the values of the columns, in their order
 */
export async function readPacked<Row>(
  store: Store,
  { sql, ...query }: Query,
  columns: readonly string[],
  rowOf: (values: readonly unknown[]) => Row,
): Promise<Row[]> {
  const packed: Query = {
    ...query,
    sql: `SELECT groupArray((${columns.join(", ")})) AS pack FROM (${sql}) GROUP BY intDiv(rowNumberInAllBlocks(), ${ROWS_PER_PACK})`,
    settings: { ...query.settings, max_block_size: ROWS_PER_PACK, output_format_json_named_tuples_as_objects: 0 },
  };
  const rows: Row[] = [];
  for await (const block of store.stream(packed)) {
    for (const { pack } of block.rows<{ readonly pack: readonly (readonly unknown[])[] }>()) {
      for (const values of pack) rows.push(rowOf(values));
    }
  }
  return rows;
}
