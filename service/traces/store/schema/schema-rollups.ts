import { MEDIA_TOKENS } from "@/lib/usage/media-tokens";
import { DURABLE_TABLE_SETTINGS, type Store } from "@/service/traces/store/engine/store";
import { createTables } from "./create-tables";

/** The widths of the spans that calls are added up in, in seconds, the widest first. Each divides the one before. */
export const ROLLUP_WIDTHS: readonly number[] = [3600, 900, 60];

/**
 * The lengths of inputs, in tokens, from which published prices rise. Calls are added up apart between them, so that a
 * price by length finds its calls. Another list requires another {@link LAYOUT}.
 */
export const INPUT_LENGTHS: readonly number[] = [128_000, 199_999, 200_000, 271_999, 272_000, 512_000];

/** The aggregate that keeps latencies: each rounded value and how often it occurs. */
export const ROLLED_QUANTILES = "quantilesExactWeightedInterpolated";
export const QUANTILE_LEVELS_SQL = "(0.5, 0.9, 0.99)";

/** Rollups are derived from the calls: tables of another layout are dropped, and filled again in the background. */
const LAYOUT = "layout 8";

/**
 * Sums of finished calls; see docs/adr/0014-rollups.md. A span is `width` seconds from `start`, in seconds since 1970.
 * The engine combines rows with the same key when it merges, so a reader adds up what it finds.
 *
 * The rows of width 0 are one for each project, with all its calls: the newest `commit_number` among them is that of
 * the newest call in the table, since each batch is one insert.
 */
const CALL_ROLLUPS_TABLE = `
CREATE TABLE IF NOT EXISTS call_rollups (
  project_id LowCardinality(String),
  width UInt32,
  start Int64,
  op_name LowCardinality(String),
  call_source LowCardinality(String),
  user_id LowCardinality(String),
  kind UInt8,
  form UInt8,
  model String,
  input_class UInt8,
  commit_number SimpleAggregateFunction(max, UInt64),
  calls SimpleAggregateFunction(sum, UInt64),
  latency_sum SimpleAggregateFunction(sum, Int64),
  latency_max SimpleAggregateFunction(max, Int64),
  latencies AggregateFunction(${ROLLED_QUANTILES}${QUANTILE_LEVELS_SQL}, Int64, UInt8) CODEC(ZSTD(1)),
  inputs_size SimpleAggregateFunction(sum, UInt64),
  output_size SimpleAggregateFunction(sum, UInt64),
  attributes_size SimpleAggregateFunction(sum, UInt64),
  summary_size SimpleAggregateFunction(sum, UInt64),
  requests SimpleAggregateFunction(sum, Float64),
  prompt SimpleAggregateFunction(sum, Float64),
  completion SimpleAggregateFunction(sum, Float64),
  total SimpleAggregateFunction(sum, Float64),
  cacheRead SimpleAggregateFunction(sum, Float64),
  cacheCreation SimpleAggregateFunction(sum, Float64),
  cacheHour SimpleAggregateFunction(sum, Float64),
  ${MEDIA_TOKENS.map(({ kind }) => `${kind} SimpleAggregateFunction(sum, Float64),`).join("\n  ")}
  uncached SimpleAggregateFunction(sum, Float64)
) ENGINE = AggregatingMergeTree
ORDER BY (project_id, width, start, op_name, call_source, user_id, kind, form, model, input_class)
SETTINGS index_granularity = 1024, ${DURABLE_TABLE_SETTINGS}
COMMENT '${LAYOUT}'`;

/**
 * The requests to models that spans report, twice each: by the id of the response, if it is known, and by the answer. Two
 * calls with the same key may be one request. Of the traces in `sdk_traces` also the calls of the SDK. `covered` is the key
 * of `usage_above` under which the tokens of the call do not count where another one reports them.
 */
const USAGE_REQUESTS_TABLE = `
CREATE TABLE IF NOT EXISTS usage_requests (
  project_id LowCardinality(String),
  key UInt64,
  is_response UInt8,
  node UInt64,
  parent UInt64,
  id String,
  source LowCardinality(String),
  response UInt64,
  start Int64,
  end Int64,
  total Float64,
  covered UInt64,
  commit_number UInt64
) ENGINE = ReplacingMergeTree(commit_number)
ORDER BY (project_id, key, node)
SETTINGS index_granularity = 512, ${DURABLE_TABLE_SETTINGS}`;

/** The traces of SDKs in which spans report requests, by their hashes, with the first commit of such a span. */
const SDK_TRACES_TABLE = `
CREATE TABLE IF NOT EXISTS sdk_traces (
  project_id LowCardinality(String),
  trace UInt64,
  commit_number SimpleAggregateFunction(min, UInt64)
) ENGINE = AggregatingMergeTree
ORDER BY (project_id, trace)
SETTINGS index_granularity = 512, ${DURABLE_TABLE_SETTINGS}`;

/**
 * The finished calls with the id of a provider's answer, by its hash, so that a judgement of an answer finds its call. What is
 * found must be read again: two ids may have one hash, and calls are deleted.
 */
const ANSWERED_CALLS_TABLE = `
CREATE TABLE IF NOT EXISTS answered_calls (
  project_id LowCardinality(String),
  answer UInt64,
  started_at DateTime64(6, 'UTC'),
  id String,
  commit_number UInt64
) ENGINE = ReplacingMergeTree(commit_number)
ORDER BY (project_id, answer, started_at, id)
SETTINGS index_granularity = 512, ${DURABLE_TABLE_SETTINGS}`;

/**
 * Which hours of a project have texts with a sequence of four characters, by the hash of the sequence: bit n of `hours` is hour n of the
 * day, which is counted from 1900. See docs/adr/0120-index-of-text.md.
 */
const CALL_NGRAMS_TABLE = `
CREATE TABLE IF NOT EXISTS call_ngrams (
  project_id LowCardinality(String),
  ngram UInt32,
  day UInt32,
  hours SimpleAggregateFunction(groupBitOr, UInt32)
) ENGINE = AggregatingMergeTree
ORDER BY (project_id, ngram, day)
SETTINGS index_granularity = 1024, ${DURABLE_TABLE_SETTINGS}`;

/** The roles of a call in `call_links`. */
export const LINK_ROLES = { hasUsage: 1, isParent: 2 } as const;

/**
 * The hashes of calls with usage, and of calls with a call below them. A hash with both roles means that tokens may be
 * repeated; the project then gets rows in the tables of nested usage.
 */
const CALL_LINKS_TABLE = `
CREATE TABLE IF NOT EXISTS call_links (
  project_id LowCardinality(String),
  role UInt8,
  node UInt64,
  commit_number UInt64
) ENGINE = ReplacingMergeTree(commit_number)
ORDER BY (project_id, role, node)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/**
 * The tables of nested usage; see docs/adr/0017-nested-usage.md. They have rows of projects in `nested_projects` only.
 * `since_commit` is the newest commit of the batch that found the first repeated token. `is_deep` is set where a tree is
 * deeper than figures follow, or parents form a cycle.
 *
 * `usage_tree` has the calls with usage or a parent, what they pass to those above them, and the keys of their entries.
 * `usage_above` has a row for each call and key under which its tokens do not count; see figures/usage-keys.ts. The calls between them and the lowest one started
 * from `first` to `last`. `usage_beyond` has the calls for which that is not within an hour after their own start, so
 * that the range of a request may decide. `usage_changes` has the hours in which a later batch changed what counts.
 *
 * `batch_tree` and `batch_above` belong to the running batch alone.
 */
const NESTED_USAGE_TABLES = [
  `CREATE TABLE IF NOT EXISTS nested_projects (
  project_id LowCardinality(String),
  since_commit SimpleAggregateFunction(min, UInt64),
  is_deep SimpleAggregateFunction(max, UInt8)
) ENGINE = AggregatingMergeTree
ORDER BY project_id
SETTINGS ${DURABLE_TABLE_SETTINGS}`,
  `CREATE TABLE IF NOT EXISTS usage_tree (
  project_id LowCardinality(String),
  node UInt64,
  parent UInt64,
  start Int64,
  passed Array(UInt64),
  keys Array(UInt64),
  commit_number UInt64
) ENGINE = ReplacingMergeTree(commit_number)
ORDER BY (project_id, node)
SETTINGS index_granularity = 512, ${DURABLE_TABLE_SETTINGS}`,
  `CREATE TABLE IF NOT EXISTS usage_above (
  project_id LowCardinality(String),
  node UInt64,
  key UInt64,
  first SimpleAggregateFunction(min, Int64),
  last SimpleAggregateFunction(max, Int64),
  distance SimpleAggregateFunction(max, UInt8),
  commit_number SimpleAggregateFunction(min, UInt64)
) ENGINE = AggregatingMergeTree
ORDER BY (project_id, node, key)
SETTINGS index_granularity = 512, ${DURABLE_TABLE_SETTINGS}`,
  `CREATE TABLE IF NOT EXISTS usage_beyond (
  project_id LowCardinality(String),
  start Int64,
  node UInt64,
  first SimpleAggregateFunction(min, Int64),
  last SimpleAggregateFunction(max, Int64)
) ENGINE = AggregatingMergeTree
ORDER BY (project_id, start, node)
SETTINGS ${DURABLE_TABLE_SETTINGS}`,
  `CREATE TABLE IF NOT EXISTS usage_changes (
  project_id LowCardinality(String),
  hour Int64
) ENGINE = ReplacingMergeTree
ORDER BY (project_id, hour)
SETTINGS ${DURABLE_TABLE_SETTINGS}`,
  `CREATE TABLE IF NOT EXISTS batch_tree (
  project_id LowCardinality(String), node UInt64, parent UInt64, start Int64, passed Array(UInt64), keys Array(UInt64),
  commit_number UInt64
) ENGINE = Memory`,
  `CREATE TABLE IF NOT EXISTS batch_above (
  project_id LowCardinality(String), node UInt64, key UInt64, first Int64, last Int64, distance UInt8
) ENGINE = Memory`,
] as const;

const NESTED_USAGE_NAMES = [
  ...["batch_above", "batch_tree", "usage_changes", "usage_beyond", "usage_above", "usage_tree", "nested_projects"],
];

/** Creates missing tables, and replaces those of another layout. */
export async function createRollupTables(store: Store): Promise<void> {
  const [found] = await store.read<{ comment: string }>({
    sql: "SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = 'call_rollups'",
  });
  if (found !== undefined && found.comment !== LAYOUT) await dropRollupTables(store);
  const others = [CALL_LINKS_TABLE, USAGE_REQUESTS_TABLE, SDK_TRACES_TABLE, ANSWERED_CALLS_TABLE, CALL_NGRAMS_TABLE];
  await createTables(store, [CALL_ROLLUPS_TABLE, ...others, ...NESTED_USAGE_TABLES]);
  if (store.kind === "server") await store.command(ROLLUPS_OF_MANY);
}

/**
 * For a server, where several processes may add up the same batch: only the first one of them is stored, since its insert
 * has a token.
 */
const ROLLUPS_OF_MANY = "ALTER TABLE call_rollups MODIFY SETTING non_replicated_deduplication_window = 1000";

/** Tables that are computed from the calls. */
export const DERIVED_TABLES: readonly string[] = [
  ...NESTED_USAGE_NAMES,
  ...["call_links", "usage_requests", "sdk_traces", "answered_calls", "call_ngrams", "call_rollups"],
];

/** The rollups go last: without them, a start that is stopped here drops the others again. */
export async function dropRollupTables(store: Store): Promise<void> {
  for (const table of DERIVED_TABLES) await store.command(`DROP TABLE IF EXISTS ${table} SYNC`);
}
