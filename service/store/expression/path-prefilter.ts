import type { SqlParams } from "@/service/store/engine/sql-params";
import type { JsonPathSql } from "./json-path";

/** A value with nothing else may be a number, which the engine writes anew: `1e2` as `100`. */
const ONLY_NUMBER = /^[\d.eE+-]*$/;
/** Characters that JSON writes as a short escape, always or in some writers. */
const SHORT_ESCAPED = /[\p{Cc}"\\/]+/u;
const NOT_ASCII = /[^\0-\x7f]+/;

/**
 * Returns SQL that is true for every row whose value at a path contains `text`, and for few others: the text is
 * somewhere in the JSON, literally unless it is written with `\u` escapes. Searching is far faster than parsing. Null
 * where the text says too little, or the value is not inside a column.
 */
export function mayContain(
  { inside }: JsonPathSql,
  text: string,
  params: SqlParams,
  ignoresCase = false,
): string | null {
  if (inside === null || ONLY_NUMBER.test(text) || !text.isWellFormed()) return null;
  const pieces = text.split(SHORT_ESCAPED).flatMap((piece) => (ignoresCase ? piece.split(NOT_ASCII) : [piece]));
  const longest = pieces.reduce((one, other) => (other.length > one.length ? other : one), "");
  if (longest === "") return null;
  const search = ignoresCase ? "positionCaseInsensitive" : "position";
  const escaped = NOT_ASCII.test(longest) ? "\\\\u" : "\\\\u00";
  // OR would copy the texts in which the first search finds nothing, before the second one.
  const found = `bitOr(${search}(${inside.column}, ${params.bind(longest, "String")}) > 0, position(${inside.column}, '${escaped}') > 0)`;
  return `bitOr(${inside.readable} != '', ${found})`;
}
