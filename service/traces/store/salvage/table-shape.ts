import type { Store } from "@/service/traces/store/engine/store";

export interface TableShape {
  /** Columns that are written. The engine computes the others again, so that damage of theirs loses nothing. */
  readonly columns: readonly string[];
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
  const columns = await store.read<{ name: string }>({
    sql: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}'
AND default_kind NOT IN ('MATERIALIZED', 'ALIAS', 'EPHEMERAL') ORDER BY position`,
  });
  const [found] = await store.read<{ engine: string; key: string }>({
    sql: `SELECT engine_full AS engine, sorting_key AS key FROM system.tables
WHERE database = currentDatabase() AND name = '${table}'`,
  });
  const names = columns.map(({ name }) => name);
  return {
    columns: names,
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
