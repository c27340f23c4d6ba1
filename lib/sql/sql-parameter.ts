import { sqlText } from "./quote-sql";
import type { SqlToken } from "./sql-token";
import type { TokenCursor } from "./token-cursor";
import { translateTypeText } from "./translate-type";

/** The value of a parameter, as a request gives it. */
type SqlParameter = string | number | boolean | null | (string | number)[];

/** The values of the parameters of a query, by name. */
export type SqlParameters = Readonly<Record<string, SqlParameter>>;

/** Returns a value as a literal of SQL. */
function literalOf(value: SqlParameter): string {
  if (value === null) return "null";
  if (typeof value === "string") return sqlText(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return value < 0 ? `(${value})` : String(value);
  return `[${value.map(literalOf).join(", ")}]`;
}

/** Returns the value of `{name}` or `{name:Type}` as SQL. */
export function translateParameter(token: SqlToken, parameters: SqlParameters, cursor: TokenCursor): string {
  const value = Object.hasOwn(parameters, token.text) ? parameters[token.text] : undefined;
  if (value === undefined) throw cursor.problem(`The parameter ${token.text} has no value`, token);
  const literal = literalOf(value);
  return token.type === null ? literal : `CAST(${literal}, ${sqlText(translateTypeText(token.type, token))})`;
}
