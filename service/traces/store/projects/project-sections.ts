import { chunksOf } from "@/service/kernel/concurrency/chunks";
import { wholeDumpSql } from "@/service/traces/store/calls/short-dump";
import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Query, RowBlock, Store } from "@/service/traces/store/engine/store";
import { PARKED_AT } from "@/service/traces/store/engine/timestamps";
import { costColumns } from "@/service/traces/store/schema/schema-costs";
import { feedbackColumns } from "@/service/traces/store/schema/schema-feedback";

/** As long as the reader of an export takes. */
const EXPORT_TIMEOUT_MS = 7 * 24 * 3_600_000;

const MAX_ROWS = 100_000_000_000;

/** Tables of one query: parameters are limited in size too. */
const TABLES_PER_QUERY = 500;

/** The tables of the engine whose rows are exported, and the section that has them. */
export const EXPORTED_ENGINE_TABLES: Readonly<Record<string, readonly string[]>> = {
  call_rows: ["calls", "parked_ends"],
  call_names: ["call_names"],
  call_tops: ["call_tops"],
  call_turns: ["call_turns"],
  costs: ["costs"],
  feedback: ["feedback"],
  files: ["files"],
  object_aliases: ["object_aliases"],
  object_tags: ["object_tags"],
  object_values: ["object_values"],
  object_versions: ["object_versions"],
  table_positions: ["table_positions"],
  table_rows: ["table_rows"],
  tables: ["tables"],
};

/** The tables of the engine that an export leaves out, and why. */
export const NOT_EXPORTED_ENGINE_TABLES: Readonly<Record<string, string>> = {
  batch_above: "part of adding calls up",
  batch_tree: "part of adding calls up",
  call_links: "computed from calls",
  call_ngrams: "computed from calls",
  call_rollups: "computed from calls",
  call_top_lookup: "a copy of call_tops",
  call_top_view: "fills call_top_lookup",
  call_turn_lookup: "a copy of call_turns",
  call_turn_view: "fills call_turn_lookup",
  closed_calls: "rows that are not calls any more",
  commit_log: "the order of writes to one server",
  deleted_calls: "calls that were deleted are not exported",
  kept_traces: "the work of retention",
  nested_projects: "computed from calls",
  removals: "the work of retention",
  removed_calls: "the work of retention",
  sdk_traces: "computed from calls",
  service_signs: "the services of one server",
  usage_above: "computed from calls",
  usage_beyond: "computed from calls",
  usage_changes: "computed from calls",
  usage_requests: "computed from calls",
  answered_calls: "computed from calls",
  usage_tree: "computed from calls",
  writer_signs: "the services of one server",
};

const START_COLUMNS =
  "trace_id, parent_id, thread_id, turn_id, op_name, display_name, user_id, run_id, run_step, call_source, attributes, inputs";
const END_COLUMNS = "ended_at, exception, descendant_errors, output, summary, run_step_end";

const OF_PROJECT = "project_id = {projectId:String}";

const without = (columns: readonly string[], ...omitted: readonly string[]) =>
  columns.filter((column) => !omitted.includes(column)).join(", ");

const rows = (columns: string) =>
  columns
    .split(", ")
    .map((column) => `call_rows.${column} AS ${column}`)
    .join(", ");

const NOT_DELETED = `id NOT IN (SELECT id FROM deleted_calls WHERE ${OF_PROJECT})`;

/** Queries by section. Each is read as of one moment. */
const sectionQueries = {
  feedback: `SELECT ${without(feedbackColumns, "project_id", "is_purged")} FROM feedback FINAL
WHERE ${OF_PROJECT} AND is_purged = 0 ORDER BY weave_ref, id`,
  costs: `SELECT ${without(costColumns, "project_id", "is_purged")} FROM costs FINAL
WHERE ${OF_PROJECT} AND is_purged = 0 ORDER BY id`,
  // Ends whose start has not arrived, which no reader sees.
  parked_ends: `SELECT call_rows.id AS id, ${rows(END_COLUMNS)} FROM call_rows
WHERE call_rows.project_id = {projectId:String} AND call_rows.started_at = {parkedAt:DateTime64(6, 'UTC')}
  AND call_rows.open_number NOT IN (SELECT open_number FROM closed_calls)
ORDER BY call_rows.id`,
  calls: `SELECT call_rows.id AS id, call_rows.started_at AS started_at, ${rows(START_COLUMNS)},
  ${wholeDumpSql((name) => `call_rows.${name}`)} AS otel_dump, ${rows(END_COLUMNS)} FROM call_rows
WHERE ${STORED_CALLS_SQL} ORDER BY call_rows.started_at, call_rows.id`,
  call_names: `SELECT id, display_name FROM call_names FINAL WHERE ${OF_PROJECT} AND ${NOT_DELETED} ORDER BY id`,
  call_turns: `SELECT id, thread_id, turn_id, changes_kind FROM call_turns FINAL
WHERE ${OF_PROJECT} AND ${NOT_DELETED} ORDER BY id`,
  call_tops: `SELECT id, is_top FROM call_tops FINAL WHERE ${OF_PROJECT} AND ${NOT_DELETED} ORDER BY id`,
  object_aliases: `SELECT object_id, alias, digest, revision, user_id FROM object_aliases FINAL
WHERE ${OF_PROJECT} AND is_removed = 0 ORDER BY object_id, alias`,
  object_tags: `SELECT object_id, digest, tag, revision, user_id FROM object_tags FINAL
WHERE ${OF_PROJECT} AND is_removed = 0 ORDER BY object_id, digest, tag`,
  object_versions: `SELECT kind, object_id, digest, revision, created_at, deleted_at, base_object_class,
  leaf_object_class, user_id, size_bytes FROM object_versions FINAL
WHERE ${OF_PROJECT} ORDER BY kind, object_id, digest`,
  // Contents that only deleted versions had are not exported.
  object_values: `SELECT digest, val FROM object_values FINAL
WHERE ${OF_PROJECT} AND digest IN (
  SELECT digest FROM object_versions FINAL WHERE ${OF_PROJECT} AND isNull(deleted_at)) ORDER BY digest`,
  tables: `SELECT digest, row_count, size_bytes, created_at, user_id FROM tables FINAL
WHERE ${OF_PROJECT} ORDER BY digest`,
  table_rows: `SELECT digest, size_bytes, val FROM table_rows WHERE ${OF_PROJECT} ORDER BY row_id`,
  files: `SELECT digest, blob_name, size_bytes, file_name, created_at, user_id FROM files FINAL
WHERE ${OF_PROJECT} ORDER BY digest`,
} as const;

export type SectionName = keyof typeof sectionQueries;

function exportQuery(sql: string, params: Query["params"], signal: AbortSignal | undefined): Query {
  return {
    sql,
    params: params ?? {},
    settings: { max_result_rows: MAX_ROWS },
    timeoutMs: EXPORT_TIMEOUT_MS,
    ...(signal ? { signal } : {}),
  };
}

/** Yields the rows of a section of a project, as lines. @param store sees calls as readers do */
export function readSection(
  store: Store,
  name: SectionName,
  projectId: string,
  signal?: AbortSignal,
): AsyncIterable<RowBlock> {
  const params = name === "parked_ends" ? { projectId, parkedAt: PARKED_AT } : { projectId };
  return store.stream(exportQuery(sectionQueries[name], params, signal));
}

/** Yields the places of the rows of some tables, as lines. */
export async function* readPositions(
  store: Store,
  projectId: string,
  tables: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<RowBlock, void, void> {
  const sql = `SELECT table_digest, position, row_digest FROM table_positions FINAL
WHERE ${OF_PROJECT} AND table_digest IN {tables:Array(String)} ORDER BY table_digest, position`;
  for (const batch of chunksOf([...tables], TABLES_PER_QUERY)) {
    yield* store.stream(exportQuery(sql, { projectId, tables: batch }, signal));
  }
}

/** Tables in which a project that was never used has no row; also calls that were deleted are told apart by their ids. */
const TABLES_OF_USE = [...Object.keys(EXPORTED_ENGINE_TABLES), "deleted_calls", "removals"];

/** Returns a table that has rows of a project; null if there is none. */
export async function findUse(store: Store, projectId: string): Promise<string | null> {
  for (const table of TABLES_OF_USE) {
    const sql = `SELECT 1 AS one FROM ${table} WHERE ${OF_PROJECT} LIMIT 1`;
    if ((await store.read({ sql, params: { projectId } })).length > 0) return table;
  }
  return null;
}
