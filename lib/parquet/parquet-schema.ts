import type { SchemaElement } from "hyparquet";
import type { ColumnType, TypedMember } from "./column-type";

const OPTIONAL = { repetition_type: "OPTIONAL" } as const;

const SCALARS = {
  boolean: { type: "BOOLEAN" },
  integer: { type: "INT64" },
  double: { type: "DOUBLE" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  // Other readers give the format's own JSON as bytes.
  json: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
} as const;

/** The schema of a file with these columns, each of which may be null. Lists have the three levels of the format's rule. */
export function parquetSchema(columns: readonly TypedMember[]): SchemaElement[] {
  return [{ name: "root", num_children: columns.length }, ...columns.flatMap(elementsOf)];
}

/** Which elements of the schema are JSON, in its order, as the file says for its import. */
export function jsonElements(columns: readonly TypedMember[]): number[] {
  const kinds = ["root", ...columns.flatMap(({ type }) => kindsOf(type))];
  return kinds.flatMap((kind, at) => (kind === "json" ? [at] : []));
}

function kindsOf(type: ColumnType): string[] {
  if (type.kind === "list") return [type.kind, "items", ...kindsOf(type.items)];
  if (type.kind === "object") return [type.kind, ...type.members.flatMap((member) => kindsOf(member.type))];
  return [type.kind];
}

function elementsOf({ name, type }: TypedMember): SchemaElement[] {
  switch (type.kind) {
    case "list":
      return [
        { name, ...OPTIONAL, num_children: 1, converted_type: "LIST", logical_type: { type: "LIST" } },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        ...elementsOf({ name: "element", type: type.items }),
      ];
    case "object":
      return [{ name, ...OPTIONAL, num_children: type.members.length }, ...type.members.flatMap(elementsOf)];
    default:
      return [{ name, ...OPTIONAL, ...SCALARS[type.kind] }];
  }
}
