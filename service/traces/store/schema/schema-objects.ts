import { DURABLE_TABLE_SETTINGS } from "@/service/traces/store/engine/store";
import { addRefDigests, REF_DIGESTS_INDEX, refDigestsColumn } from "./ref-digests";

/**
 * One row per published content of an object; its newest revision counts. Publishing the same content again moves it to
 * the end, deleting sets `deleted_at`, and both are a new revision of the row. Numbers are assigned when reading, so
 * this table has only metadata.
 *
 * A class that a value does not name is empty text.
 */
const OBJECT_VERSIONS_TABLE = `
CREATE TABLE IF NOT EXISTS object_versions (
  project_id LowCardinality(String),
  kind LowCardinality(String),
  object_id String,
  digest String,
  revision UInt64,
  created_at DateTime64(6, 'UTC'),
  deleted_at Nullable(DateTime64(6, 'UTC')),
  base_object_class LowCardinality(String),
  leaf_object_class LowCardinality(String),
  user_id String,
  size_bytes UInt64
) ENGINE = ReplacingMergeTree(revision)
ORDER BY (project_id, kind, object_id, digest)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** Contents, once per project for all objects they are published as. */
const OBJECT_VALUES_TABLE = `
CREATE TABLE IF NOT EXISTS object_values (
  project_id LowCardinality(String),
  digest String,
  val String,
  ${refDigestsColumn},
  ${REF_DIGESTS_INDEX}
) ENGINE = ReplacingMergeTree
ORDER BY (project_id, digest)
SETTINGS index_granularity = 256, ${DURABLE_TABLE_SETTINGS}`;

/** Tags of versions. The newest revision decides whether a version has the tag. */
const OBJECT_TAGS_TABLE = `
CREATE TABLE IF NOT EXISTS object_tags (
  project_id LowCardinality(String),
  object_id String,
  digest String,
  tag String,
  is_removed UInt8,
  revision UInt64,
  user_id String
) ENGINE = ReplacingMergeTree(revision)
ORDER BY (project_id, object_id, digest, tag)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** Aliases of objects. The newest revision decides which version each means, if any. */
const OBJECT_ALIASES_TABLE = `
CREATE TABLE IF NOT EXISTS object_aliases (
  project_id LowCardinality(String),
  object_id String,
  alias String,
  digest String,
  is_removed UInt8,
  revision UInt64,
  user_id String
) ENGINE = ReplacingMergeTree(revision)
ORDER BY (project_id, object_id, alias)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** The tables of objects. Every statement can be repeated. */
export const objectTables: readonly string[] = [
  OBJECT_VERSIONS_TABLE,
  OBJECT_VALUES_TABLE,
  OBJECT_TAGS_TABLE,
  OBJECT_ALIASES_TABLE,
  ...addRefDigests("object_values"),
];
