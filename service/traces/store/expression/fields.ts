import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import { dottedReadings } from "./dotted-keys";
import { type JsonColumn, type JsonPathSql, jsonPathSql, splitPath } from "./json-path";

/** In longer paths no key contains a dot. */
const MAX_DOTTED_LENGTH = 8;

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

/**
 * Returns the field at `path` (dotted, or empty for the whole value) in JSON text. Keys may contain dots: a condition
 * holds if it holds for any reading of the path that has a value; elsewhere the reading of the shortest keys counts.
 */
export function jsonField(json: string | JsonColumn, path: string, params: SqlParams): JsonField {
  const parts = path === "" ? [] : splitPath(path);
  const nested = jsonPathSql(json, parts, params);
  if (parts.length < 2 || parts.length > MAX_DOTTED_LENGTH) return { kind: "json", path: nested };
  const text = typeof json === "string" ? json : json.column;
  const readings = dottedReadings(parts).map(({ parts: keys, sign }) => ({
    ...jsonPathSql(json, keys, params),
    // The engine reads no key where this is not in the text, which is nearly everywhere.
    mayExist: `position(${text}, ${params.bind(sign, "String")}) > 0`,
  }));
  const exists = readings.map((reading) => `(${reading.mayExist} AND ${reading.exists})`).join(" OR ");
  const firstOf = (member: "raw" | "text") => {
    const others = readings
      .map((reading) => `${reading.mayExist} AND ${reading.exists}, ${reading[member]}`)
      .join(", ");
    return `if(${exists}, multiIf(${nested.exists}, ${nested[member]}, ${others}, ''), ${nested[member]})`;
  };
  const decide: JsonPathSql["decide"] = (condition) => {
    const holds = [nested, ...readings].map(
      (reading) => `(${reading.exists} AND ifNull(${condition({ ...reading, inside: null })}, 0))`,
    );
    return `if(${exists}, ${holds.join(" OR ")}, ${condition({ ...nested, inside: null })})`;
  };
  return {
    kind: "json",
    path: {
      ...{ raw: firstOf("raw"), text: firstOf("text"), inside: nested.inside, decide },
      exists: `(${nested.exists} OR ${exists})`,
    },
  };
}
