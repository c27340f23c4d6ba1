import { DURABLE_TABLE_SETTINGS } from "@/service/store/engine/store";
import { USAGE_COLUMN_SQL } from "./stored-usage";

/**
 * Calls are stored as parts (a start, an end, a new name) that the engine merges by column; see
 * docs/adr/0001-calls-store.md. The order key begins with time, so that a time range and the newest page read little.
 *
 * A text column that may be absent is then empty: JSON is never empty text. A column is Nullable only where an empty
 * text differs from a missing one. A `…_search` column is set only where the engine's JSON functions cannot read the
 * payload itself; see `engine-json.ts`.
 */
const CALL_PARTS_TABLE = `
CREATE TABLE IF NOT EXISTS call_parts (
  project_id LowCardinality(String),
  started_at DateTime64(6, 'UTC'),
  id String,
  kind SimpleAggregateFunction(groupBitOr, UInt8),
  trace_id SimpleAggregateFunction(max, String),
  parent_id SimpleAggregateFunction(max, String),
  thread_id SimpleAggregateFunction(max, String),
  turn_id SimpleAggregateFunction(max, String),
  op_name SimpleAggregateFunction(max, LowCardinality(String)),
  display_name SimpleAggregateFunction(anyLast, Nullable(String)),
  user_id SimpleAggregateFunction(max, LowCardinality(String)),
  run_id SimpleAggregateFunction(max, String),
  run_step SimpleAggregateFunction(any, Nullable(Int64)),
  run_step_end SimpleAggregateFunction(any, Nullable(Int64)),
  ended_at SimpleAggregateFunction(any, Nullable(DateTime64(6, 'UTC'))),
  exception SimpleAggregateFunction(any, Nullable(String)),
  descendant_errors SimpleAggregateFunction(max, UInt32),
  attributes SimpleAggregateFunction(max, String),
  inputs SimpleAggregateFunction(max, String),
  output SimpleAggregateFunction(max, String),
  summary SimpleAggregateFunction(max, String),
  otel_dump SimpleAggregateFunction(max, String),
  attributes_search SimpleAggregateFunction(max, String),
  inputs_search SimpleAggregateFunction(max, String),
  output_search SimpleAggregateFunction(max, String),
  summary_search SimpleAggregateFunction(max, String),
  attributes_size SimpleAggregateFunction(max, UInt64),
  inputs_size SimpleAggregateFunction(max, UInt64),
  output_size SimpleAggregateFunction(max, UInt64),
  summary_size SimpleAggregateFunction(max, UInt64),
  input_refs SimpleAggregateFunction(groupUniqArrayArray, Array(String)),
  output_refs SimpleAggregateFunction(groupUniqArrayArray, Array(String)),
  ${USAGE_COLUMN_SQL},
  INDEX parent_id_bloom parent_id TYPE bloom_filter(0.01) GRANULARITY 1,
  PROJECTION by_id (SELECT project_id, id, started_at, kind ORDER BY project_id, id),
  PROJECTION by_trace (SELECT project_id, trace_id, started_at, id, kind ORDER BY project_id, trace_id)
) ENGINE = AggregatingMergeTree
ORDER BY (project_id, started_at, id)
SETTINGS index_granularity = 2048, deduplicate_merge_projection_mode = 'rebuild', ${DURABLE_TABLE_SETTINGS}`;

/** Deleting only inserts a row here, so that a start that is resent revives nothing. */
const DELETED_CALLS_TABLE = `
CREATE TABLE IF NOT EXISTS deleted_calls (
  project_id LowCardinality(String),
  started_at DateTime64(6, 'UTC'),
  id String,
  deleted_at DateTime64(3, 'UTC'),
  user_id String
) ENGINE = ReplacingMergeTree
ORDER BY (project_id, started_at, id)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** For tables that were created before calls could be summed. */
const CALL_USAGE_MIGRATION = `ALTER TABLE call_parts ADD COLUMN IF NOT EXISTS ${USAGE_COLUMN_SQL}`;

/** The tables of calls, in the order of their creation. Every statement can be repeated. */
export const callTables: readonly string[] = [CALL_PARTS_TABLE, DELETED_CALLS_TABLE, CALL_USAGE_MIGRATION];
