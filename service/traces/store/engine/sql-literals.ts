import { sqlText } from "@/lib/sql/quote-sql";
import type { Query, QueryParam } from "./store";

const PLACEHOLDER = /\{(\w+):([^{}]+)\}/g;

/**
 * Puts the values of a query into its text, for the call of the embedded engine that takes none. A text that is not ours contains
 * no brace (`quote-sql.ts`), so that nothing of it is taken for a placeholder.
 */
export function withLiterals(sql: string, params: Query["params"]): string {
  return sql.replaceAll(PLACEHOLDER, (placeholder, name: string, type: string) => {
    const value = params?.[name];
    return value === undefined ? placeholder : `CAST(${literalOf(value)} AS ${type})`;
  });
}

function literalOf(value: QueryParam): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return sqlText(value);
  if (typeof value === "object") return `[${value.map(literalOf).join(", ")}]`;
  return String(value);
}
