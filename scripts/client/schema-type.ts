import type { JsonSchema } from "@/lib/api/contract/schema-components";

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "never";

/** A name that needs no quotes. */
const IS_PLAIN = /^[A-Za-z_$][\w$]*$/;

const propertyName = (name: string): string => (IS_PLAIN.test(name) ? name : JSON.stringify(name));

/** Returns the comment that a text becomes, with a line end; nothing for no text. */
export function docComment(text: unknown): string {
  return typeof text === "string" && text !== "" ? `/** ${text.replaceAll("*/", "* /")} */\n` : "";
}

/** Returns the type of TypeScript of the values that a JSON Schema accepts, as OpenAPI has it. */
export function schemaType(schema: unknown): string {
  if (schema === false) return "never";
  if (!isSchema(schema)) return "unknown";
  const { $ref, enum: values, type } = schema;
  if (typeof $ref === "string") return $ref.slice($ref.lastIndexOf("/") + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return union(options.map(schemaType));
  if (Array.isArray(schema.allOf)) return schema.allOf.map((part) => `(${schemaType(part)})`).join(" & ");
  if (Array.isArray(type)) return union(type.map((one) => schemaType({ ...schema, type: one })));
  return typeOfKind(schema);
}

function typeOfKind(schema: JsonSchema): string {
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return Array.isArray(schema.prefixItems)
        ? `[${schema.prefixItems.map(schemaType).join(", ")}]`
        : `Array<${schemaType(schema.items)}>`;
    case "object":
      return objectType(schema);
    default:
      return "unknown";
  }
}

/** Members of objects may be named, or of any name; those of any name besides named ones may have any value. */
function objectType({ properties, required, additionalProperties: others }: JsonSchema): string {
  const named = isSchema(properties) ? Object.entries(properties) : [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = named.map(([name, member]) => {
    const mark = needed.includes(name) ? "" : "?";
    const comment = docComment(isSchema(member) ? member.description : undefined);
    return `${comment}${propertyName(name)}${mark}: ${schemaType(member)};\n`;
  });
  if (named.length === 0) return `{ [name: string]: ${others === false ? "never" : schemaType(others)} }`;
  const open = others === undefined || others === false ? "" : "[name: string]: unknown;\n";
  return `{\n${members.join("")}${open}}`;
}
