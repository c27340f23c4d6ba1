/** Columns of a part's key; every part has them. */
const keyColumns: ReadonlySet<string> = new Set(["project_id", "started_at", "id"]);

/** Columns that only a start fills. A call has one start. */
const startColumns: ReadonlySet<string> = new Set([
  "trace_id",
  "parent_id",
  "thread_id",
  "turn_id",
  "op_name",
  "user_id",
  "run_id",
  "run_step",
  "attributes",
  "inputs",
  "input_refs",
  "attributes_size",
  "inputs_size",
  "otel_dump",
  "attributes_search",
  "inputs_search",
]);

/** Columns that only an end fills. A call has at most one end. */
const endColumns: ReadonlySet<string> = new Set([
  "ended_at",
  "exception",
  "descendant_errors",
  "output",
  "output_refs",
  "output_size",
  "output_search",
  "run_step_end",
  "summary",
  "summary_size",
  "summary_search",
  "usage",
]);

const payloadColumns: ReadonlySet<string> = new Set([
  ...["attributes", "inputs", "output", "summary", "otel_dump"],
  ...["attributes_search", "inputs_search", "output_search", "summary_search"],
]);

/** True when the columns have the same value in every part of a call. */
export function areKeyColumns(columns: readonly string[]): boolean {
  return columns.every((column) => keyColumns.has(column));
}

/** True when a start alone fills the columns: a condition on only these columns needs no merging. */
export function areStartColumns(columns: readonly string[]): boolean {
  return columns.every((column) => keyColumns.has(column) || startColumns.has(column));
}

/** True when a single part, a start or an end, fills the columns. */
export function areColumnsOfOnePart(columns: readonly string[]): boolean {
  return areStartColumns(columns) || columns.every((column) => keyColumns.has(column) || endColumns.has(column));
}

/** True when reading the columns reads payloads, which are most of the stored data. */
export function arePayloadColumns(columns: readonly string[]): boolean {
  return columns.some((column) => payloadColumns.has(column));
}
