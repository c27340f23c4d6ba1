import type { Store } from "@/service/traces/store/engine/store";
import type { TableColumns } from "./part-description";

export interface TableShape {
  /** Columns that are written. The engine computes the others again, so that damage of theirs loses nothing. */
  readonly columns: readonly string[];
  /** All columns, with their types. */
  readonly types: TableColumns;
  /** The columns that it is sorted by. */
  readonly key: string;
  readonly hasProject: boolean;
  readonly hasTime: boolean;
  /**
   * Which readable rows of a damaged part are stored again. Of a table whose last stored row counts these are the rows
   * that it does not have meanwhile; of one with versions, all. Sums would count twice, so that none is.
   */
  readonly copies: "all" | "absent" | "none";
}

/** Names are those of the engine's own tables. */
export async function readShape(store: Store, table: string): Promise<TableShape> {
  const columns = await store.read<{ name: string; type: string; isWritten: 0 | 1 }>({
    sql: `SELECT name, type, default_kind NOT IN ('MATERIALIZED', 'ALIAS', 'EPHEMERAL') AS isWritten
FROM system.columns WHERE database = currentDatabase() AND table = '${table}' ORDER BY position`,
  });
  const [found] = await store.read<{ engine: string; key: string }>({
    sql: `SELECT engine_full AS engine, sorting_key AS key FROM system.tables
WHERE database = currentDatabase() AND name = '${table}'`,
  });
  const names = columns.filter(({ isWritten }) => isWritten === 1).map(({ name }) => name);
  return {
    columns: names,
    types: new Map(columns.map(({ name, type }) => [name, type])),
    key: found?.key ?? "",
    hasProject: names.includes("project_id"),
    hasTime: names.includes("started_at"),
    copies: copiesOf(found?.engine ?? ""),
  };
}

function copiesOf(engine: string): TableShape["copies"] {
  if (/^(?:MergeTree\b|ReplacingMergeTree\()/.test(engine)) return "all";
  return /^ReplacingMergeTree\b/.test(engine) ? "absent" : "none";
}
