import { DURABLE_TABLE_SETTINGS } from "@/service/traces/store/engine/store";

/** The files of projects. Their bytes are blobs that projects may share; a project reads only what is listed here. */
const FILES_TABLE = `
CREATE TABLE IF NOT EXISTS files (
  project_id LowCardinality(String),
  digest String,
  blob_name String,
  size_bytes UInt64,
  file_name String,
  created_at DateTime64(6, 'UTC'),
  user_id String
) ENGINE = ReplacingMergeTree
ORDER BY (project_id, digest)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** The tables of files. Every statement can be repeated. */
export const fileTables: readonly string[] = [FILES_TABLE];
