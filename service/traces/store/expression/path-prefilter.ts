import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { JsonPathSql } from "./json-path";

/** Such a piece may be a number, which the engine writes anew: `1e2` as `100`. */
const ONLY_NUMBER = /^[\d.eE+-]*$/;
/** Characters that JSON writes as a short escape, always or in some writers. */
const SHORT_ESCAPED = /[\p{Cc}"\\/]+/u;
const NOT_ASCII = /[^\0-\x7f]+/;
/** What JSON without spaces has between its strings, besides numbers and these words. */
const PUNCTUATION = /[{}[\],:]+/;
const WORDS = ["true", "false", "null"];
/** Ends of the escapes by which the engine writes U+2028 and U+2029, however they are stored. */
const END_OF_ESCAPE = /^(?:u202[89]|202[89]|02[89]|2[89]|[89])/i;

const isPartOfWord = (text: string) => WORDS.some((word) => word.includes(text.toLowerCase()));
const isPartOfEscape = (text: string) => ["u2028", "u2029"].some((whole) => whole.includes(text.toLowerCase()));

/**
 * Returns the parts of a piece that are in the JSON as they are, if the value contains the piece. A piece has no quotes,
 * so it is inside one string, or between two of them: there the engine writes numbers anew, and no spaces.
 */
function literalParts(piece: string): readonly string[] {
  const parts = piece.split(PUNCTUATION).filter((part) => !ONLY_NUMBER.test(part));
  const mayBeBetweenStrings = parts.every(isPartOfWord);
  if (mayBeBetweenStrings) return parts;
  const rest = piece.replace(END_OF_ESCAPE, "");
  return isPartOfEscape(rest) ? [] : [rest];
}

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
  if (inside === null || !text.isWellFormed()) return null;
  const pieces = text
    .split(SHORT_ESCAPED)
    .flatMap(literalParts)
    .flatMap((piece) => (ignoresCase ? piece.split(NOT_ASCII) : [piece]));
  const longest = pieces.reduce((one, other) => (other.length > one.length ? other : one), "");
  if (longest === "") return null;
  const search = ignoresCase ? "positionCaseInsensitive" : "position";
  const escaped = NOT_ASCII.test(longest) ? "\\\\u" : "\\\\u00";
  // OR would copy the texts in which the first search finds nothing, before the second one.
  const found = `bitOr(${search}(${inside.column}, ${params.bind(longest, "String")}) > 0, position(${inside.column}, '${escaped}') > 0)`;
  return `bitOr(${inside.readable} != '', ${found})`;
}
