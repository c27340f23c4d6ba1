import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { FieldResolver } from "./fields";

export interface SortKey {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** One value that rows are sorted by. */
interface OrderTerm {
  readonly value: string;
  /** The suffix in ORDER BY. */
  readonly way: string;
}

export interface CompiledOrder {
  readonly terms: readonly OrderTerm[];
  /** Contents of ORDER BY; empty when there are no keys. */
  readonly sql: string;
}

/**
 * Compiles sort keys to SQL.
 *
 * A path in JSON sorts by three keys: values before missing values in either direction, then numbers, then text.
 * Everything else sorts by its value, missing values last.
 */
export function compileOrder(keys: readonly SortKey[], resolve: FieldResolver, params: SqlParams): CompiledOrder {
  const terms = keys.flatMap(({ field: path, direction }): OrderTerm[] => {
    const field = resolve(path, params);
    const way = direction === "desc" ? "DESC" : "ASC";
    if (field.kind !== "json") return [{ value: field.sql, way: `${way} NULLS LAST` }];
    const { text, exists } = field.path;
    return [
      { value: exists, way: "DESC" },
      { value: `toFloat64OrNull(${text})`, way: `${way} NULLS LAST` },
      { value: text, way },
    ];
  });
  const sql = terms.map(({ value, way: direction }) => `${value} ${direction}`).join(", ");
  return { terms, sql };
}
