import type { FieldResolver } from "./fields";
import type { SqlParams } from "./sql-params";

export interface SortKey {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

export interface CompiledOrder {
  /** The inside of ORDER BY; empty for no key. */
  readonly sql: string;
  readonly columns: readonly string[];
}

/**
 * SQL for sort keys.
 *
 * A place in JSON sorts by three keys: values before none whatever the direction, then numbers, then text. Everything
 * else sorts as it is, none last.
 */
export function compileOrder(keys: readonly SortKey[], resolve: FieldResolver, params: SqlParams): CompiledOrder {
  const columns = new Set<string>();
  const terms = keys.flatMap(({ field: path, direction }) => {
    const field = resolve(path, params);
    for (const column of field.columns) columns.add(column);
    const way = direction === "desc" ? "DESC" : "ASC";
    if (field.kind !== "json") return [`${field.sql} ${way} NULLS LAST`];
    const { text, exists } = field.path;
    return [`${exists} DESC`, `toFloat64OrNull(${text}) ${way} NULLS LAST`, `${text} ${way}`];
  });
  return { sql: terms.join(", "), columns: [...columns] };
}
