import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";

const INDEX = /^\d{1,9}$/;

/** Maximum depth of a path, deeper than any written by hand. */
const MAX_PATH_LENGTH = 64;

/**
 * Splits a dotted path; no part is empty. A part of digits is a list index.
 *
 * @throws InvalidRequestError for an empty path, an empty or blank part, or more than 64 parts.
 */
export function splitPath(path: string): string[] {
  const parts = path.split(".");
  if (parts.some((part) => part.trim() === "")) {
    throw new InvalidRequestError(`The field path "${path}" is empty or has an empty part.`);
  }
  if (parts.length > MAX_PATH_LENGTH)
    throw new InvalidRequestError(`A field path has more than ${MAX_PATH_LENGTH} parts.`);
  return parts;
}

/** A column of JSON text. Where `readable` is not empty, the engine's JSON functions have to read it instead. */
export interface JsonColumn {
  readonly column: string;
  readonly readable: string;
}

/** SQL for the value of a path in JSON text. */
export interface JsonPathSql {
  /** The value's JSON text; empty where the path has no value. */
  readonly raw: string;
  /** The text of a string, the JSON text of any other value; empty for missing values and null. */
  readonly text: string;
  /** True when there is a value other than null. */
  readonly exists: string;
  /** The column that the value is inside; null where it is not inside a column. */
  readonly inside: JsonColumn | null;
  /**
   * Set where values are kept by subject: returns SQL of a condition on the value, decided once for each subject instead
   * of once for each row. NULL where there is no value.
   */
  readonly decide?: (condition: (value: JsonPathSql) => string) => string;
}

/** The engine counts list items from 1, and would treat a number as the n-th member of an object: see `guards`. */
function argument(part: string, params: SqlParams): string {
  return INDEX.test(part) ? String(Number(part) + 1) : params.bind(part, "String");
}

/**
 * Returns SQL that follows a path into JSON text: a column, or an expression of ours. `parts` come from the caller.
 *
 * Values of a path are text, as on public servers: `1` yields "1", `true` yields "true", an object or a list yields its
 * JSON without spaces, and a missing value or null yields an empty text.
 */
export function jsonPathSql(json: string | JsonColumn, parts: readonly string[], params: SqlParams): JsonPathSql {
  const column = typeof json === "string" ? json : json.column;
  if (parts.length === 0) return { raw: column, text: column, exists: `${column} NOT IN ('', 'null')`, inside: null };
  const path = parts.map((part) => argument(part, params));
  const rawIn = (source: string): string => {
    const lead = (count: number) => [source, ...path.slice(0, count)].join(", ");
    const guards = parts.flatMap((part, at) => (INDEX.test(part) ? [`JSONType(${lead(at)}) = 'Array'`] : []));
    const found = `JSONExtractRaw(${lead(path.length)})`;
    return guards.length > 0 ? `if(${guards.join(" AND ")}, ${found}, '')` : found;
  };
  // Chosen after parsing: choosing between the columns first would copy all their texts.
  const raw =
    typeof json === "string" ? rawIn(json) : `if(${json.readable} = '', ${rawIn(column)}, ${rawIn(json.readable)})`;
  const text = `multiIf(startsWith(${raw}, '"'), JSONExtractString(${raw}), ${raw} = 'null', '', ${raw})`;
  return { raw, text, exists: `${raw} NOT IN ('', 'null')`, inside: typeof json === "string" ? null : json };
}
