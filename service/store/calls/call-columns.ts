/** What parts are filed under; every part has them. */
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

/** Whether columns say the same of every part of a call. */
export function areKeyColumns(columns: readonly string[]): boolean {
  return columns.every((column) => keyColumns.has(column));
}

/** Whether a start alone fills the columns: a condition on these, and no others, needs no merging. */
export function areStartColumns(columns: readonly string[]): boolean {
  return columns.every((column) => keyColumns.has(column) || startColumns.has(column));
}

/** Whether a single part fills the columns, a start or an end. */
export function areColumnsOfOnePart(columns: readonly string[]): boolean {
  return areStartColumns(columns) || columns.every((column) => keyColumns.has(column) || endColumns.has(column));
}

/** Whether reading the columns takes payload, which is most of what is stored. */
export function arePayloadColumns(columns: readonly string[]): boolean {
  return columns.some((column) => payloadColumns.has(column));
}
