import { DURABLE_TABLE_SETTINGS, type Store } from "@/service/store/engine/store";

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
const LAYOUT = "layout 1";

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
  user_id LowCardinality(String),
  kind UInt8,
  form UInt8,
  model String,
  input_class UInt8,
  commit_number SimpleAggregateFunction(max, UInt64),
  is_nested SimpleAggregateFunction(max, UInt8),
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
  uncached SimpleAggregateFunction(sum, Float64)
) ENGINE = AggregatingMergeTree
ORDER BY (project_id, width, start, op_name, user_id, kind, form, model, input_class)
SETTINGS index_granularity = 1024, ${DURABLE_TABLE_SETTINGS}
COMMENT '${LAYOUT}'`;

/** The roles of a call in `call_links`. */
export const LINK_ROLES = { hasUsage: 1, isParent: 2 } as const;

/**
 * The hashes of calls with usage, and of calls with a call below them. A hash with both roles means that tokens may be
 * repeated, and then rollups cannot add them up.
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

/** Creates missing tables, and replaces those of another layout. */
export async function createRollupTables(store: Store): Promise<void> {
  const [found] = await store.read<{ comment: string }>({
    sql: "SELECT comment FROM system.tables WHERE database = currentDatabase() AND name = 'call_rollups'",
  });
  if (found !== undefined && found.comment !== LAYOUT) await dropRollupTables(store);
  for (const sql of [CALL_ROLLUPS_TABLE, CALL_LINKS_TABLE]) await store.command(sql);
}

/** The rollups go last: without them, a start that is stopped here drops the links again. */
export async function dropRollupTables(store: Store): Promise<void> {
  for (const table of ["call_links", "call_rollups"]) await store.command(`DROP TABLE IF EXISTS ${table} SYNC`);
}
