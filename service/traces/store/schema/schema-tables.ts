import { DURABLE_TABLE_SETTINGS } from "@/service/traces/store/engine/store";
import { addRefDigests, REF_DIGESTS_INDEX, refDigestsColumn } from "./ref-digests";

/**
 * Rows of tables, each once per project. They are stored in the order of their first writing, so that a table is read
 * from few ranges; by digest they are found through the projection, first by six bytes of the digest.
 *
 * `search_val` is set only where the engine's JSON functions cannot read `val`; see `engine-json.ts`.
 */
const TABLE_ROWS_TABLE = `
CREATE TABLE IF NOT EXISTS table_rows (
  project_id LowCardinality(String),
  row_id UInt64,
  digest_key UInt64,
  digest String,
  size_bytes UInt32,
  val String,
  search_val String,
  ${refDigestsColumn},
  ${REF_DIGESTS_INDEX},
  PROJECTION by_digest (SELECT project_id, digest_key, digest, row_id, size_bytes ORDER BY project_id, digest_key)
) ENGINE = MergeTree
ORDER BY (project_id, row_id)
SETTINGS index_granularity = 1024, ${DURABLE_TABLE_SETTINGS}`;

/**
 * The row at each position of a table. A table that is written twice has the same positions twice, until they merge.
 */
const TABLE_POSITIONS_TABLE = `
CREATE TABLE IF NOT EXISTS table_positions (
  project_id LowCardinality(String),
  table_digest String,
  position UInt32,
  row_id UInt64,
  row_digest String,
  size_bytes UInt32
) ENGINE = ReplacingMergeTree
ORDER BY (project_id, table_digest, position)
SETTINGS index_granularity = 2048, ${DURABLE_TABLE_SETTINGS}`;

/** Written last: a table exists when its row here does. */
const TABLES_TABLE = `
CREATE TABLE IF NOT EXISTS tables (
  project_id LowCardinality(String),
  digest String,
  row_count UInt32,
  size_bytes UInt64,
  created_at DateTime64(6, 'UTC'),
  user_id String
) ENGINE = ReplacingMergeTree
ORDER BY (project_id, digest)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** The tables of tables. Every statement can be repeated. */
export const tableTables: readonly string[] = [
  TABLE_ROWS_TABLE,
  TABLE_POSITIONS_TABLE,
  TABLES_TABLE,
  ...addRefDigests("table_rows"),
];
