import { DURABLE_TABLE_SETTINGS } from "@/service/traces/store/engine/store";

/** The events of the log, as the table stores them. */
export const COMMIT_EVENTS = { taken: 1, stored: 2, abandoned: 3 } as const;

/** Positions in one partition, which is removed as a whole. */
export const POSITIONS_PER_PARTITION = 100_000;

/** Positions for which the server remembers that they are taken. A process that slept longer is found in another way. */
const REMEMBERED_POSITIONS = 10_000;

/**
 * The turns of all processes that write to a server, in order; see docs/adr/0038-many-writers.md. Of the rows that are
 * inserted for a position only the first one counts: each has the position as its token.
 */
const COMMIT_LOG_TABLE = `
CREATE TABLE IF NOT EXISTS commit_log (
  position UInt64,
  event UInt8,
  commit_number UInt64,
  writer String,
  note String CODEC(ZSTD(1)),
  written_at DateTime64(6, 'UTC') DEFAULT now64(6)
) ENGINE = MergeTree
PARTITION BY intDiv(position, ${POSITIONS_PER_PARTITION})
ORDER BY position
SETTINGS non_replicated_deduplication_window = ${REMEMBERED_POSITIONS}, ${DURABLE_TABLE_SETTINGS}`;

/** The signs of life of processes whose turn takes long: the newest one counts. */
const WRITER_SIGNS_TABLE = `
CREATE TABLE IF NOT EXISTS writer_signs (
  writer String,
  sign UInt64,
  written_at DateTime64(3, 'UTC') DEFAULT now64(3)
) ENGINE = ReplacingMergeTree(sign)
ORDER BY writer
SETTINGS ${DURABLE_TABLE_SETTINGS}`;

/** The tables of the order of commits. Every statement can be repeated. */
export const commitTables: readonly string[] = [COMMIT_LOG_TABLE, WRITER_SIGNS_TABLE];
