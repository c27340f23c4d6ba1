import type { SqlParams } from "@/service/store/engine/sql-params";
import { type JsonPathSql, jsonPathSql, splitPath } from "./json-path";

/** What a field holds, which decides how it is compared and sorted. */
export type FieldKind = "text" | "number" | "bool" | "time";

/** A field that a column, or an expression of ours over columns, gives. NULL where there is none. */
interface PlainField {
  readonly kind: FieldKind;
  readonly sql: string;
  /** The columns that reading it touches. */
  readonly columns: readonly string[];
}

/** A place in a column of JSON text. */
export interface JsonField {
  readonly kind: "json";
  readonly path: JsonPathSql;
  readonly columns: readonly string[];
}

export type StoreField = PlainField | JsonField;

/**
 * Finds a field by the path that a caller wrote.
 *
 * @throws a ServiceError when the field may not be addressed.
 */
export type FieldResolver = (path: string, params: SqlParams) => StoreField;

/** The place that `path` (dotted, or empty for the whole value) leads to in a column of JSON text. */
export function jsonField(column: string, path: string, params: SqlParams): JsonField {
  const parts = path === "" ? [] : splitPath(path);
  return { kind: "json", path: jsonPathSql(column, parts, params), columns: [column] };
}
