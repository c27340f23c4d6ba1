import type { EngineTime } from "@/service/traces/store/engine/timestamps";

/** The removal of old calls of one project; see docs/adr/0013-retention.md. */
export interface Removal {
  readonly number: number;
  readonly projectId: string;
  /** The calls of whole traces that ended before this time. */
  readonly before: EngineTime;
  /** The newest commit when it was decided: what is stored later does not belong to it. */
  readonly commit: number;
}

/** SQL of the project of a removal, where no parameter can be bound. */
const projectOfRemoval = (number: number): string => `(SELECT any(project_id) FROM removals WHERE removal = ${number})`;

/**
 * Returns the condition that a row of `call_rows` belongs to a removal. It never changes once the kept traces are
 * stored, so a removal can be stopped and repeated. The numbers and the time are the service's own.
 *
 * @param table the prefix of columns: `call_rows.`, or empty in a statement that permits none
 * @param project SQL of the removal's project
 */
export function removedSql(
  { number, before, commit }: Removal,
  table: "" | "call_rows.",
  project: string = projectOfRemoval(number),
): string {
  return `${table}project_id = ${project} AND ${table}open_number = 0
  AND ${table}started_at < toDateTime64('${before}', 6, 'UTC') AND ${table}commit_number <= ${commit}
  AND ${table}trace_id NOT IN (SELECT trace_id FROM kept_traces WHERE removal = ${number})`;
}
