import { DURABLE_TABLE_SETTINGS, type Store } from "@/service/traces/store/engine/store";
import { replacing } from "./create-tables";
import { removalTables } from "./schema-removals";
import { SOURCE_COLUMN_SQL } from "./source-column";
import { REPORT_COLUMN_SQL, SDK_RESPONSE_COLUMN_SQL, TOKENS_COLUMN_SQL } from "./stored-usage";

/** Must agree with `callStatusOf` in calls/call-line.ts. */
const STATUS_SQL = `multiIf(exception != '', 'error', isNull(ended_at), 'running', descendant_errors > 0, 'descendant_error', 'success')`;

/** Whether a call is a turn of a thread: read for every call of a range, where comparing both ids takes twice as long. */
const IS_TURN_COLUMN = "is_turn UInt8 MATERIALIZED id = turn_id AND thread_id != ''";

/**
 * Where the turns of a thread are, and where turns ended after some time; see `newest-threads.ts`. The page of threads
 * then reads a few blocks.
 */
export const THREAD_INDEXES = [
  "thread_id_bloom thread_id TYPE bloom_filter(0.001) GRANULARITY 1",
  "ended_at_minmax ended_at TYPE minmax GRANULARITY 1",
] as const;

/**
 * Parts of fewer bytes, before compression, are one file instead of two for each column. A group is such a part: it is
 * written and synced at half the cost. Groups soon merge into larger parts, so that readers find few of them.
 */
const WIDE_PARTS_SQL = `min_bytes_for_wide_part = ${64 * 1024 ** 2}`;

/**
 * One complete row per call, once it has ended; see docs/adr/0009-one-row-per-call.md. The order key begins with time,
 * so that a time range and the newest page read little.
 *
 * A call that is still running has a row too, and so has an end whose start has not arrived (its time is `PARKED_AT`).
 * Those rows are open: they have an `open_number` and lie in partitions of their own, by `generation`, which are dropped
 * as a whole. Finished calls have neither number.
 *
 * A reader sees the rows up to the newest complete commit; see `call-visibility.ts`.
 *
 * The output is what people search, so it has the codec that is read fastest; the others take less space.
 *
 * `otel_dump` may be short; see `short-dump.ts`.
 *
 * A text column that may be absent is then empty: JSON is never empty text. A `…_search` column is set only where the
 * engine's JSON functions cannot read the payload itself; see `engine-json.ts`.
 */
const CALL_ROWS_TABLE = `
CREATE TABLE IF NOT EXISTS call_rows (
  project_id LowCardinality(String),
  started_at DateTime64(6, 'UTC'),
  id String,
  open_number UInt64,
  generation UInt32,
  commit_number UInt64,
  trace_id String,
  parent_id String,
  thread_id String,
  turn_id String,
  op_name LowCardinality(String),
  display_name String,
  user_id LowCardinality(String),
  run_id String,
  run_step Nullable(Int64),
  run_step_end Nullable(Int64),
  ended_at Nullable(DateTime64(6, 'UTC')),
  exception String,
  descendant_errors UInt32,
  attributes String CODEC(ZSTD(1)),
  inputs String CODEC(ZSTD(1)),
  output String CODEC(LZ4),
  summary String CODEC(ZSTD(1)),
  otel_dump String CODEC(ZSTD(1)),
  attributes_search String,
  inputs_search String,
  output_search String,
  summary_search String,
  attributes_size UInt64,
  inputs_size UInt64,
  output_size UInt64,
  summary_size UInt64,
  input_refs Array(String),
  output_refs Array(String),
  ${SOURCE_COLUMN_SQL},
  ${TOKENS_COLUMN_SQL},
  ${REPORT_COLUMN_SQL},
  ${SDK_RESPONSE_COLUMN_SQL},
  status LowCardinality(String) MATERIALIZED ${STATUS_SQL},
  latency_ms Nullable(Int64) MATERIALIZED intDiv(dateDiff('microsecond', started_at, ended_at), 1000),
  ${IS_TURN_COLUMN},
  INDEX parent_id_bloom parent_id TYPE bloom_filter(0.01) GRANULARITY 1,
  ${THREAD_INDEXES.map((index) => `INDEX ${index},`).join("\n  ")}
  PROJECTION by_id (
    SELECT project_id, id, started_at, open_number, generation, commit_number ORDER BY project_id, id),
  PROJECTION by_trace (
    SELECT project_id, trace_id, started_at, id, open_number, commit_number ORDER BY project_id, trace_id)
) ENGINE = MergeTree
PARTITION BY generation
ORDER BY (project_id, started_at, id)
SETTINGS index_granularity = 2048, ${WIDE_PARTS_SQL}, ${DURABLE_TABLE_SETTINGS}`;

/** For tables of earlier versions: both hold for parts that are written from now on, also by merges. */
const CHANGES_OF_CALL_ROWS = [
  `ALTER TABLE call_rows MODIFY SETTING ${WIDE_PARTS_SQL}`,
  "ALTER TABLE call_rows MODIFY COLUMN output String CODEC(LZ4)",
  `ALTER TABLE call_rows ADD COLUMN IF NOT EXISTS ${IS_TURN_COLUMN}`,
  `ALTER TABLE call_rows ADD COLUMN IF NOT EXISTS ${TOKENS_COLUMN_SQL}`,
  `ALTER TABLE call_rows ADD COLUMN IF NOT EXISTS ${REPORT_COLUMN_SQL}`,
  `ALTER TABLE call_rows ADD COLUMN IF NOT EXISTS ${SDK_RESPONSE_COLUMN_SQL}`,
  `ALTER TABLE call_rows ADD COLUMN IF NOT EXISTS ${SOURCE_COLUMN_SQL}`,
  // `model_tokens` has more kinds of them. The engine drops no column that another one is computed from.
  `ALTER TABLE call_rows MODIFY COLUMN ${REPORT_COLUMN_SQL} ${replacing("tokens")}`,
  "ALTER TABLE call_rows DROP COLUMN IF EXISTS tokens SETTINGS alter_sync = 0",
  "ALTER TABLE call_rows DROP COLUMN IF EXISTS usage SETTINGS alter_sync = 0",
];

/**
 * The open rows that a later row replaces, until their partition is dropped. The embedded engine keeps them in memory:
 * they are derived again from `call_rows` when the service starts. A server may restart without the service.
 */
const closedCallsTable = (kind: Store["kind"]) => `
CREATE TABLE IF NOT EXISTS closed_calls (open_number UInt64, generation UInt32, commit_number UInt64)
ENGINE = ${kind === "embedded" ? "Memory" : `MergeTree ORDER BY open_number SETTINGS ${DURABLE_TABLE_SETTINGS}`}`;

/** Names that were given to calls after they started. The newest one counts, also for a call that starts later. */
const CALL_NAMES_TABLE = `
CREATE TABLE IF NOT EXISTS call_names (
  project_id LowCardinality(String),
  id String,
  display_name String,
  commit_number UInt64
) ENGINE = ReplacingMergeTree(commit_number)
ORDER BY (project_id, id)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/**
 * Corrected threads and turns of spans that were stored before the span that decides them. The newest row of a call
 * counts.
 * `changes_kind` is 1 where the stored row is a turn and the call is not, or vice versa.
 */
const CALL_TURNS_TABLE = `
CREATE TABLE IF NOT EXISTS call_turns (
  project_id LowCardinality(String),
  id String,
  thread_id String,
  turn_id String,
  changes_kind UInt8,
  commit_number UInt64
) ENGINE = ReplacingMergeTree(commit_number)
ORDER BY (project_id, id)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/**
 * `call_turns` in memory, since every call of a range is looked up where its thread is read. `turn` is `turn_id`, a line
 * break and `thread_id`. Rebuilt when the service starts. Persistent on a server, which may restart without the
 * service.
 */
const turnLookupTable = (kind: Store["kind"]) => `
CREATE TABLE IF NOT EXISTS call_turn_lookup (call UInt64, turn String, changes_kind UInt8)
ENGINE = Join(ANY, LEFT, call) SETTINGS join_any_take_last_row = 1, persistent = ${kind === "embedded" ? 0 : 1}`;

/** SQL of the rows of the look-up, to which the options of the table are added. */
const LOOKED_UP_SQL =
  "SELECT sipHash64(project_id, id) AS call, concat(turn_id, '\\n', thread_id) AS turn, changes_kind FROM call_turns";

/** Adds rows inserted into `call_turns` to the look-up. */
const TURN_LOOKUP_VIEW = `CREATE MATERIALIZED VIEW IF NOT EXISTS call_turn_view TO call_turn_lookup AS ${LOOKED_UP_SQL}`;

/** Fills the empty look-up with all stored rows. */
export const FILL_TURN_LOOKUP_SQL = `INSERT INTO call_turn_lookup ${LOOKED_UP_SQL} FINAL`;

/** The calls at the top of traces without a root: their parent has not come. The newest row of a call counts. */
const CALL_TOPS_TABLE = `
CREATE TABLE IF NOT EXISTS call_tops (
  project_id LowCardinality(String),
  id String,
  is_top UInt8,
  commit_number UInt64
) ENGINE = ReplacingMergeTree(commit_number)
ORDER BY (project_id, id)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** `call_tops` in memory, as `call_turn_lookup` is. */
const topLookupTable = (kind: Store["kind"]) => `
CREATE TABLE IF NOT EXISTS call_top_lookup (call UInt64, is_top UInt8)
ENGINE = Join(ANY, LEFT, call) SETTINGS join_any_take_last_row = 1, persistent = ${kind === "embedded" ? 0 : 1}`;

const LOOKED_UP_TOPS_SQL = "SELECT sipHash64(project_id, id) AS call, is_top FROM call_tops";

const TOP_LOOKUP_VIEW = `CREATE MATERIALIZED VIEW IF NOT EXISTS call_top_view TO call_top_lookup AS ${LOOKED_UP_TOPS_SQL}`;

/** Fills the empty look-up with all stored rows. */
export const FILL_TOP_LOOKUP_SQL = `INSERT INTO call_top_lookup ${LOOKED_UP_TOPS_SQL} FINAL`;

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

/** The tables of calls, in the order of their creation. Every statement can be repeated. */
export const callTables = (kind: Store["kind"]): readonly string[] => [
  CALL_ROWS_TABLE,
  ...CHANGES_OF_CALL_ROWS,
  closedCallsTable(kind),
  CALL_NAMES_TABLE,
  CALL_TURNS_TABLE,
  turnLookupTable(kind),
  TURN_LOOKUP_VIEW,
  CALL_TOPS_TABLE,
  topLookupTable(kind),
  TOP_LOOKUP_VIEW,
  DELETED_CALLS_TABLE,
  ...removalTables,
];
