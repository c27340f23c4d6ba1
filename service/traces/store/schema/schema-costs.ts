import { MEDIA_TOKENS } from "@/lib/usage/media-tokens";
import { DURABLE_TABLE_SETTINGS } from "@/service/traces/store/engine/store";

/**
 * Prices that a project set for its models. A purge writes the same key with `is_purged` 1, which the engine prefers to
 * 0 in any order of arrival, so purged records stay purged.
 */
const COSTS_TABLE = `
CREATE TABLE IF NOT EXISTS costs (
  project_id LowCardinality(String),
  id String,
  is_purged UInt8,
  llm_id String,
  provider_id LowCardinality(String),
  effective_date DateTime64(6, 'UTC'),
  prompt_token_cost Float64,
  completion_token_cost Float64,
  prompt_token_cost_unit LowCardinality(String),
  completion_token_cost_unit LowCardinality(String),
  cache_read_input_token_cost Nullable(Float64),
  cache_creation_input_token_cost Nullable(Float64),
  created_by String,
  created_at DateTime64(6, 'UTC'),
  ${MEDIA_TOKENS.map(({ cost }) => `${cost} Nullable(Float64)`).join(",\n  ")}
) ENGINE = ReplacingMergeTree(is_purged)
ORDER BY (project_id, id)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** Every statement can be repeated. Prices of earlier versions have none for audio, images and video. */
export const costTables: readonly string[] = [
  COSTS_TABLE,
  ...MEDIA_TOKENS.map(({ cost }) => `ALTER TABLE costs ADD COLUMN IF NOT EXISTS ${cost} Nullable(Float64)`),
];

export const costColumns = [
  "project_id",
  "id",
  "is_purged",
  "llm_id",
  "provider_id",
  "effective_date",
  "prompt_token_cost",
  "completion_token_cost",
  "prompt_token_cost_unit",
  "completion_token_cost_unit",
  "cache_read_input_token_cost",
  "cache_creation_input_token_cost",
  "created_by",
  "created_at",
  ...MEDIA_TOKENS.map(({ cost }) => cost),
] as const;

/** A row to insert; an absent column gets its default. */
export type StoredCost = { readonly [Column in (typeof costColumns)[number]]?: string | number | null };
