import { DURABLE_TABLE_SETTINGS } from "@/service/traces/store/engine/store";

/**
 * Reactions, notes, annotations and scores, sorted by their subject because they are looked up by it. A purge writes
 * the same key with `is_purged` 1, which the engine prefers to 0. An absent ref is empty.
 */
const FEEDBACK_TABLE = `
CREATE TABLE IF NOT EXISTS feedback (
  project_id LowCardinality(String),
  weave_ref String,
  id String,
  is_purged UInt8,
  user_id LowCardinality(String),
  creator Nullable(String),
  created_at DateTime64(6, 'UTC'),
  feedback_type LowCardinality(String),
  payload String,
  annotation_ref String,
  runnable_ref String,
  call_ref String,
  trigger_ref String
) ENGINE = ReplacingMergeTree(is_purged)
ORDER BY (project_id, weave_ref, id)
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** Every statement can be repeated. */
export const feedbackTables: readonly string[] = [FEEDBACK_TABLE];

export const feedbackColumns = [
  "project_id",
  "weave_ref",
  "id",
  "is_purged",
  "user_id",
  "creator",
  "created_at",
  "feedback_type",
  "payload",
  "annotation_ref",
  "runnable_ref",
  "call_ref",
  "trigger_ref",
] as const;

/** A row to insert; an absent column gets its default. */
export type StoredFeedback = { readonly [Column in (typeof feedbackColumns)[number]]?: string | number | null };
