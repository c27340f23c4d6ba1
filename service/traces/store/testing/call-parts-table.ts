import type { Store } from "@/service/traces/store/engine/store";
import { TOKENS_COLUMN_SQL } from "@/service/traces/store/schema/stored-usage";

/** The table of calls as versions before one row per call created it, for tests of the upgrade. */
const callPartsTable = (hasUsage: boolean) => `
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
  ${hasUsage ? `${TOKENS_COLUMN_SQL.replace(/^model_tokens (.+?) MATERIALIZED/, "usage SimpleAggregateFunction(max, $1) MATERIALIZED")},` : ""}
  INDEX parent_id_bloom parent_id TYPE bloom_filter(0.01) GRANULARITY 1,
  PROJECTION by_id (SELECT project_id, id, started_at, kind ORDER BY project_id, id),
  PROJECTION by_trace (SELECT project_id, trace_id, started_at, id, kind ORDER BY project_id, trace_id)
) ENGINE = AggregatingMergeTree
ORDER BY (project_id, started_at, id)
SETTINGS index_granularity = 2048, deduplicate_merge_projection_mode = 'rebuild'`;

/** A row of the old table: a start (`kind` 1), an end (2), a name (4), or several of them merged. */
export type PartRow = Readonly<Record<string, unknown>> & {
  readonly project_id: string;
  readonly id: string;
  readonly started_at: string;
  readonly kind: number;
};

/** Creates the old table. Merging is stopped, so that each insert remains a part of its own. */
export async function createCallParts(store: Store, { hasUsage }: { readonly hasUsage: boolean }): Promise<void> {
  await store.command(callPartsTable(hasUsage));
  await store.command("SYSTEM STOP MERGES call_parts");
}

export async function insertParts(store: Store, rows: readonly PartRow[]): Promise<void> {
  for (const row of rows) {
    await store.insert({
      table: "call_parts",
      columns: Object.keys(row),
      lines: Buffer.from(`${JSON.stringify(row)}\n`),
    });
  }
}
