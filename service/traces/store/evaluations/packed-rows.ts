import type { Query, Store } from "@/service/traces/store/engine/store";

/** Rows in one array: more would be parsed in one piece, which nothing else could interrupt. */
const ROWS_PER_PACK = 5000;

/** The columns of packed rows. */
export interface PackedColumns {
  /** In the order in which a row has them. */
  readonly own: readonly string[];
  /** One whose values repeat: it is sent once for all rows of a pack that share it. */
  readonly shared: string;
}

/**
 * Reads many small rows as arrays of values, packed into few lines, which takes the engine and the parser half of the time
 * of lines with names. Objects in a column arrive as arrays of their members.
 *
 * One array of whole rows, not one per column: the engine drops nulls from arrays, and adds the values of a sparse column
 * in another order.
 *
 * @param sql rows in any order: arrays would not keep one
 * @param ofShared a part of rows from the shared value, made once for all rows of a pack that have it
 * @param rowOf a row from the values of its own columns
 */
export async function readPacked<Row, Shared>(
  store: Store,
  { sql, ...query }: Query,
  { own, shared }: PackedColumns,
  ofShared: (value: unknown) => Shared,
  rowOf: (values: readonly unknown[], shared: Shared) => Row,
): Promise<Row[]> {
  const packed: Query = {
    ...query,
    sql: `SELECT ${shared} AS shared, groupArray((${own.join(", ")})) AS pack FROM (${sql})
GROUP BY shared, intDiv(rowNumberInAllBlocks(), ${ROWS_PER_PACK})`,
    settings: { ...query.settings, max_block_size: ROWS_PER_PACK, output_format_json_named_tuples_as_objects: 0 },
  };
  const rows: Row[] = [];
  for await (const block of store.stream(packed)) {
    for (const pack of block.rows<Pack>()) {
      const part = ofShared(pack.shared);
      for (const values of pack.pack) rows.push(rowOf(values, part));
    }
  }
  return rows;
}

interface Pack {
  readonly shared: unknown;
  readonly pack: readonly (readonly unknown[])[];
}
