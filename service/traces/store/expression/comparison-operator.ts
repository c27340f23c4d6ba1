import type { Literal } from "@/lib/api/contract/query/query-expression";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import { toEngineTime } from "@/service/traces/store/engine/timestamps";
import { mayContain } from "./path-prefilter";
import type { SqlTerm } from "./sql-term";

export type ComparisonOperator = "=" | ">" | ">=" | "<" | "<=";

type SidedTerm = Exclude<SqlTerm, { kind: "literal" }>;

function noCommonType(left: string, right: string): never {
  throw new InvalidRequestError(`${left} and ${right} have no common type. Convert one of them.`);
}

function numberOf(value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  return Number.isNaN(number) ? noCommonType("number", `the text "${value}"`) : number;
}

function timeLiteral(value: Literal, params: SqlParams): string {
  const time = typeof value === "string" || typeof value === "number" ? toEngineTime(value) : null;
  if (time === null)
    throw new InvalidRequestError(`${JSON.stringify(value)} is neither seconds since 1970 nor an ISO 8601 time.`);
  return params.bind(time, "DateTime64(6, 'UTC')");
}

/** Both sides in SQL of one type, derived from the literal: numbers compare as numbers, also with text from JSON. */
function againstLiteral(term: SidedTerm, value: Exclude<Literal, null>, params: SqlParams): [string, string] {
  if (term.kind === "json") {
    if (typeof value === "number") return [`toFloat64OrNull(${term.path.text})`, params.bind(value, "Float64")];
    return [term.path.text, params.bind(String(value), "String")];
  }
  switch (term.kind) {
    case "text":
      if (typeof value !== "string") return noCommonType("text", typeof value);
      return [term.sql, params.bind(value, "String")];
    case "number":
      if (typeof value === "boolean") return noCommonType("number", "boolean");
      return [term.sql, params.bind(typeof value === "number" ? value : numberOf(value), "Float64")];
    case "bool":
      if (typeof value === "number") return noCommonType("boolean", "number");
      return [term.sql, params.bind(value === true || value === "true", "Bool")];
    case "time":
      return [term.sql, timeLiteral(value, params)];
  }
}

function sideBySide(left: SidedTerm, right: SidedTerm): [string, string] {
  if (left.kind === "json" && right.kind === "json") return [left.path.text, right.path.text];
  if (left.kind === "json") return sideBySide(right, left).reverse() as [string, string];
  if (right.kind !== "json") {
    return left.kind === right.kind ? [left.sql, right.sql] : noCommonType(left.kind, right.kind);
  }
  const { text } = right.path;
  switch (left.kind) {
    case "text":
      return [left.sql, text];
    case "number":
      return [left.sql, `toFloat64OrNull(${text})`];
    case "bool":
      return [left.sql, `multiIf(${text} = 'true', true, ${text} = 'false', false, NULL)`];
    case "time":
      return [left.sql, `parseDateTime64BestEffortOrNull(${text}, 6, 'UTC')`];
  }
}

function isMissing(term: SidedTerm): string {
  return term.kind === "json" ? `NOT (${term.path.exists})` : `isNull(${term.sql})`;
}

function compareLiterals(comparison: ComparisonOperator, left: Literal, right: Literal): string {
  if (left === null || right === null) return comparison === "=" ? String(left === right) : "NULL";
  if (typeof left !== typeof right) return noCommonType(typeof left, typeof right);
  const order = left < right ? -1 : left > right ? 1 : 0;
  const holds = { "=": order === 0, ">": order > 0, ">=": order >= 0, "<": order < 0, "<=": order <= 0 };
  return String(holds[comparison]);
}

const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  "=": "=",
  ">": "<",
  ">=": "<=",
  "<": ">",
  "<=": ">=",
};

/**
 * Returns SQL of a comparison. `= null` tests for a missing value; any other comparison with null decides nothing.
 *
 * @throws InvalidRequestError when the two sides have no common type.
 */
export function compare(comparison: ComparisonOperator, left: SqlTerm, right: SqlTerm, params: SqlParams): string {
  if (left.kind === "literal" && right.kind === "literal") return compareLiterals(comparison, left.value, right.value);
  if (left.kind === "literal") return compare(MIRRORED[comparison], right, left, params);
  if (right.kind !== "literal") {
    const [one, other] = sideBySide(left, right);
    return `(${one}) ${comparison} (${other})`;
  }
  if (right.value === null) return comparison === "=" ? isMissing(left) : "NULL";
  const isEqualText = comparison === "=" && left.kind === "json" && typeof right.value === "string";
  const prefilter = isEqualText ? mayContain(left.path, right.value, params) : null;
  const before = prefilter === null ? "" : `${prefilter} AND `;
  if (left.kind === "json" && left.path.decide) {
    return before + left.path.decide((path) => compare(comparison, { kind: "json", path }, right, params));
  }
  const [one, other] = againstLiteral(left, right.value, params);
  return `${before}(${one}) ${comparison} ${other}`;
}

/** Returns SQL of `$in`. Long lists of text or numbers are bound as one list; a null is in no list. */
export function isAmong(needle: SqlTerm, haystack: readonly SqlTerm[], params: SqlParams): string {
  const literals = haystack.map((term) => (term.kind === "literal" ? term.value : undefined));
  if (haystack.length === 0) return "false";
  if (needle.kind === "json" && needle.path.decide && !literals.includes(undefined)) {
    return needle.path.decide((path) => isAmong({ kind: "json", path }, haystack, params));
  }
  if (literals.every((value) => typeof value === "string")) {
    if (needle.kind === "json") return `(${needle.path.text}) IN ${params.bind(literals, "Array(String)")}`;
    if (needle.kind === "text") return `(${needle.sql}) IN ${params.bind(literals, "Array(String)")}`;
  }
  if (literals.every((value) => typeof value === "number")) {
    if (needle.kind === "number") return `(${needle.sql}) IN ${params.bind(literals, "Array(Float64)")}`;
    if (needle.kind === "json")
      return `toFloat64OrNull(${needle.path.text}) IN ${params.bind(literals, "Array(Float64)")}`;
  }
  return haystack.map((term) => `(${compare("=", needle, term, params)})`).join(" OR ");
}
