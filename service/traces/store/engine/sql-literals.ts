import { sqlText } from "@/lib/sql/quote-sql";
import type { Query, QueryParam } from "./store";

/** A placeholder, or what contains none: a text, a name in quotes, a comment. One that does not end goes to the end of the text. */
const PIECE =
  /'(?:[^'\\]|\\.)*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$)|`(?:[^`\\]|\\.)*(?:`|$)|--[^\n]*|\/\*.*?(?:\*\/|$)|\{(\w+):([^{}]+)\}/gs;

/**
 * Puts the values of a query into its text, for the call of the embedded engine that takes none. Within quotes nothing is taken
 * for a placeholder, as where the engine itself binds the values.
 */
export function withLiterals(sql: string, params: Query["params"]): string {
  return sql.replaceAll(PIECE, (piece: string, name: string | undefined, type: string | undefined) => {
    const value = name === undefined ? undefined : params?.[name];
    return value === undefined ? piece : `CAST(${literalOf(value)} AS ${type})`;
  });
}

function literalOf(value: QueryParam): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return sqlText(value);
  if (typeof value === "object") return `[${value.map(literalOf).join(", ")}]`;
  return String(value);
}
