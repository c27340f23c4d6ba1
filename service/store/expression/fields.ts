import type { SqlParams } from "@/service/store/engine/sql-params";
import { type JsonPathSql, jsonPathSql, splitPath } from "./json-path";

/** The type of a field's values, which decides how it is compared and sorted. */
export type FieldKind = "text" | "number" | "bool" | "time";

/** A field from a column, or from an expression of ours over columns. NULL where it has no value. */
interface PlainField {
  readonly kind: FieldKind;
  readonly sql: string;
}

/** A path in a column of JSON text. */
export interface JsonField {
  readonly kind: "json";
  readonly path: JsonPathSql;
}

export type StoreField = PlainField | JsonField;

/**
 * Resolves a field by the path that a caller wrote.
 *
 * @throws a ServiceError when the field may not be used.
 */
export type FieldResolver = (path: string, params: SqlParams) => StoreField;

/** Returns the field at `path` (dotted, or empty for the whole value) in JSON text. */
export function jsonField(json: string, path: string, params: SqlParams): JsonField {
  const parts = path === "" ? [] : splitPath(path);
  return { kind: "json", path: jsonPathSql(json, parts, params) };
}
