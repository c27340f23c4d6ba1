import { DURABLE_TABLE_SETTINGS } from "@/service/traces/store/engine/store";

/**
 * The removals of calls that retention decided, each of one project: the finished calls that started before a time,
 * were stored up to a commit, and belong to no trace that is kept. A row with `is_done` 1 replaces the first one when
 * the calls are gone.
 */
const REMOVALS_TABLE = `
CREATE TABLE IF NOT EXISTS removals (
  removal UInt32,
  project_id String,
  before DateTime64(6, 'UTC'),
  commit_number UInt64,
  calls UInt64,
  removed_at DateTime64(3, 'UTC'),
  is_done UInt8
) ENGINE = ReplacingMergeTree(is_done)
ORDER BY removal
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** The traces with older calls that a removal keeps, since they also have newer ones. Needed until it is done. */
const KEPT_TRACES_TABLE = `
CREATE TABLE IF NOT EXISTS kept_traces (removal UInt32, trace_id String)
ENGINE = MergeTree
PARTITION BY removal
ORDER BY trace_id
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** The ids that a removal removed, for some time after it: a start that is resent then revives nothing. */
const REMOVED_CALLS_TABLE = `
CREATE TABLE IF NOT EXISTS removed_calls (removal UInt32, id String)
ENGINE = MergeTree
PARTITION BY removal
ORDER BY id
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** The tables of removals. Every statement can be repeated. */
export const removalTables: readonly string[] = [REMOVALS_TABLE, KEPT_TRACES_TABLE, REMOVED_CALLS_TABLE];
