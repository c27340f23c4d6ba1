import type { Literal } from "@/lib/api/contract/query/query-expression";
import { ForbiddenError } from "@/service/kernel/errors/service-errors";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { FieldKind, StoreField } from "./fields";
import type { JsonPathSql } from "./json-path";

/** An operand being compiled to SQL: its kind decides how it may be compared. */
export type SqlTerm =
  | { readonly kind: FieldKind; readonly sql: string }
  /** A path in JSON: text by default, or the type of the other side of a comparison. */
  | { readonly kind: "json"; readonly path: JsonPathSql }
  | { readonly kind: "literal"; readonly value: Literal };

export function fieldTerm(field: StoreField): SqlTerm {
  return field.kind === "json" ? { kind: "json", path: field.path } : { kind: field.kind, sql: field.sql };
}

/**
 * Returns the SQL of a term as text.
 *
 * @throws ForbiddenError for numbers, booleans and times, which cannot be searched.
 */
export function textOf(term: SqlTerm, params: SqlParams): string {
  if (term.kind === "json") return term.path.text;
  if (term.kind === "text") return term.sql;
  if (term.kind === "literal" && typeof term.value === "string") return params.bind(term.value, "String");
  throw new ForbiddenError(
    `Illegal type of argument: ${term.kind} has no text to search in. Convert it to a string first.`,
  );
}
